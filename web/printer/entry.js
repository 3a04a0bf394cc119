/* The script of the page, which its workers run, too. */
if (typeof document === "undefined") import("./worker.js");
else import("./start.js");
