/* The script of the page, which its worker runs, too. */
if (typeof document === "undefined") import("./worker.js");
else import("../play.js");
