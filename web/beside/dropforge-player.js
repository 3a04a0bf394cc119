/* <dropforge-player>: plays a plan by player.html, which is beside this script. The plan is the
   element's text, a drop list, or the attribute `plan`, packed as in a link; the other attributes are as
   in the player's address. */
(() => {
  const player = new URL("player.html", document.currentScript.src);
  const names = ["plan", "speed", "theme", "look", "grid", "border", "hud", "end-card", "scores",
    "background", "motion", "duration", "loop", "frames-only"];

  class DropforgePlayer extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot !== null) return;
      const wishes = new URLSearchParams();
      for (const name of names)
        if (this.hasAttribute(name)) wishes.set(name, this.getAttribute(name));
      if (!wishes.has("plan")) wishes.set("drops", `${this.textContent.trim()}\n`);
      const frame = document.createElement("iframe");
      frame.src = `${player}#${wishes}`;
      frame.title = this.getAttribute("title") ?? "A sprite, printed by falling tetrominoes";
      frame.loading = "lazy";
      frame.style.cssText = "border:0;width:100%;height:100%";
      const root = this.attachShadow({ mode: "open" });
      root.innerHTML = "<style>:host { display: block; width: 320px; height: 688px }</style>";
      root.append(frame);
    }
  }

  customElements.define("dropforge-player", DropforgePlayer);
})();
