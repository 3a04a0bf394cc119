/* What happens when a visitor changes the form of settings. */
import { isGame, LOOK_FIELDS, MOTION_FIELDS, showKind, showMethod } from "./controls.js";
import { find } from "./dom.js";

/* Dealt pieces print a shape at once, and colours only after a while. */
function fitKind() {
  const field = find("pieces");
  if (isGame() && field.value === "" && find("palette").value !== "guideline") field.value = "any";
  else if (!isGame() && field.value === "any") field.value = "";
  showKind();
}

/* True if the field is about the film alone. */
function changeFilm(field, page) {
  if (LOOK_FIELDS.includes(field.id)) page.changeLook();
  else if (MOTION_FIELDS.includes(field.id)) page.changeMotion();
  else return false;
  return true;
}

function change(field, page) {
  if (field.closest("#paints") !== null || field.type === "file") return;
  if (field.id === "background") find("ground").value = "own";
  if (changeFilm(field, page)) return;
  if (field.id === "method") showMethod();
  if (field.id === "transparent-color" && !find("transparent").checked) return;
  if (field.id === "pieces") page.choosePieces();
  showKind();
  page.planSoon();
}

/* `page` has changeLook(), changeMotion(), changeKind(), choosePieces(), for another choice of pieces, and
   planSoon(). */
export function connectFields(page) {
  for (const id of ["kind-free", "kind-game"])
    find(id).addEventListener("change", () => {
      fitKind();
      page.changeKind();
    });
  find("settings").addEventListener("submit", (event) => event.preventDefault());
  find("settings").addEventListener("change", ({ target }) => change(target, page));
  find("film").addEventListener("change", ({ target }) => changeFilm(target, page));
}
