/* The printer's page: a picture comes in, its plan is made by a worker, and the stage plays it. */
import { packText, unpackText } from "../packed.js";
import { Speaker } from "../speaker.js";
import { endingOf, isUsual, labelOf } from "./asked.js";
import { Carriers } from "./carriers.js";
import {
  fitMethod, forgetPreparation, freshPreparation, isGame, keepFields, LOOK_FIELDS, readForm, readPreparation,
  readPrinting, restoreFields, setCounts, showKind, writeFields, writeForm, writePrinting,
} from "./controls.js";
import { find } from "./dom.js";
import { nameOf } from "./download.js";
import { lookOf, motionOf } from "./dress.js";
import { Editor } from "./intake/editor.js";
import { PRINTING } from "./engine.js";
import { Facts } from "./facts.js";
import { connectFields } from "./fields.js";
import { describeMissing, describePlan, showFigures } from "./figures.js";
import { FilmSound } from "./film_sound.js";
import { Frames } from "./intake/frames.js";
import { offerGame } from "./games.js";
import { Hands } from "./hands.js";
import { connectIntake, firstSample } from "./intake/intake.js";
import { Cancelled } from "./job.js";
import { addressOf, Outputs } from "./outputs.js";
import { mendsFor } from "./mends.js";
import { connectPalette } from "./palette.js";
import { colorsOf, paintPlan, Paints } from "./paints.js";
import { isSamePicture, pixelsOf, writeColor } from "./picture.js";
import { lastImage, showBitmap, showImage, showNoSprite, showPreview, showReading } from "./preview.js";
import { Refusal } from "./refusal.js";
import { connectSkin } from "./skin.js";
import { fitStage, labelScreens, showComing, showReady } from "./screens.js";
import { readLink, readPlanLink } from "./share.js";
import { Stage } from "./stage.js";
import { Studio } from "./intake/studio.js";
import { connectTransport, showTransport } from "./transport.js";
import { Visits } from "./visits.js";
import { Waiting } from "./waiting.js";

const GAME = { ...PRINTING, deal: "bag", hold: true, pieces: "any" }; /* as usual for a real game */
const REPLAN_AFTER = 250; /* milliseconds without a further change */
const SEEN_AFTER = 4000; /* milliseconds that a plan is played before a better one comes */

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/* A picture, or null if there is none, or more than one. */
const alone = (picture) => (picture?.frames === undefined ? picture : null);

export class App {
  #source = null; /* { image, name, exact, color }: the image as it came, and what it is */
  #reading = null; /* a file that becomes the source if it can be read */
  #picture = null; /* what is made of it; undefined: nothing yet */
  #shown = null; /* the plan on the stage: { picture, palette, name, asked, isFinal, report, text } */
  #better = null; /* the same of one that comes on the stage when that has been played */
  #asked = null; /* the settings that were planned with last */
  #facts = null; /* Facts of the picture on the stage */
  #rivalPlan = null; /* the article's that `rival` has read */
  #carriers = ""; /* letters that the fields of the colours begin with */
  #timer = 0; /* until the next plan; 0: none is to come */

  constructor(engine, rival, jobs) {
    this.engine = engine;
    this.rival = rival; /* has the article's plan */
    this.jobs = jobs;
    this.refusal = new Refusal((fields) => this.#mend(fields));
    this.waiting = new Waiting(this.jobs, {
      tell: (words) => this.#tell(words),
      refuse: (error, isPlan) => this.#refuse(error, isPlan),
      begin: () => this.refusal.hide(),
    });
    this.stage = new Stage(() => this.#showPlace(), new FilmSound(new Speaker(find("sound"))));
    this.hands = new Hands();
    this.frames = new Frames(() => this.prepare());
    this.studio = new Studio(jobs);
    this.carriers = new Carriers(find("carriers"), () => {
      this.#carriers = this.carriers.pieces;
      this.planSoon();
    });
    this.paints = new Paints(find("paints"), find("unpaint"), () => this.#changePaints());
    this.outputs = new Outputs(this.engine, this.stage, {
      writeAddress: () => this.#writeAddress(),
      plan: () => (this.#isStale ? null : { ...this.#shown, text: this.#text }),
      tell: (words) => this.#tell(words),
      refuse: (error) => this.#refuse(error),
      wait: (words, message) => this.waiting.do(words, message),
    });
    this.editor = new Editor(find("editor"), (image) => this.take({ image, name: "drawing", exact: true }),
      () => this.visits.endDrawing());
    this.visits = new Visits(this);
  }

  #tell(text) {
    find("status").textContent = text;
  }

  /* Says why something cannot be done, beside the sprite, with buttons that mend it; of a plan, by other
     settings. */
  #refuse(error, isPlan = false) {
    if (error instanceof Cancelled) return;
    this.refusal.show(error.message, mendsFor(error.advice ?? [], isPlan ? this.#asked : {}),
      isPlan && !isUsual(this.#asked));
    this.#tell("");
  }

  /* Changes fields and prints anew; null: all settings become the usual ones. */
  #mend(fields) {
    if (fields === null) {
      writePrinting(this.frames.isAll && isGame() ? GAME : PRINTING);
      forgetPreparation(this.#source.color);
    } else {
      const pieces = writeFields(fields);
      if (pieces !== null) this.#carriers = pieces;
    }
    showKind();
    if (fields !== null && Object.keys(fields).every((id) => LOOK_FIELDS.includes(id))) this.changeLook();
    else this.prepare();
  }

  /* Takes the film from the stage if it is of another image than the one that is to be printed. */
  #dropFilm() {
    if (this.#shown?.source === this.#source) return;
    this.#shown = null;
    this.#better = null;
    this.#facts?.cancel();
    this.#facts = null;
    this.stage.load([]);
    this.hands.load(null, {});
    document.body.classList.remove("dealt");
    showReady(false);
  }

  /* Ends what takes long, and what would soon begin. */
  cancel() {
    if (this.waiting.isIdle && this.#timer === 0) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.waiting.cancel();
    this.#setBusy(false);
    const isBest = this.#shown?.asked === this.#asked && !this.#shown.isFinal;
    this.#tell(isBest ? "cancelled: this is the best plan so far" : "cancelled");
  }

  async takeFile(file) {
    const { name } = file;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#reading = file;
    this.#setBusy(true);
    this.refusal.hide();
    showReading(name);
    try {
      const made = await this.studio.prepare(file, { chosen: 0, tile: null }, freshPreparation(), (bitmap) => showBitmap(name, bitmap));
      this.take({ image: file, name }, undefined, made);
    } catch (error) {
      if (this.#reading !== file) return;
      this.#reading = null;
      if (this.#picture) showPreview(this.#source.name, this.#picture);
      this.#setBusy(!this.waiting.isIdle);
      this.#refuse(error);
    }
  }

  /* What enter() takes to come back to this picture. */
  leave() {
    const { asked, isFinal, source, report, text, scores, levels, file, frames, packed: plan } = this.#shown ?? {};
    return {
      source: this.#source, frames: [this.frames.count, this.frames.sheet], fields: keepFields(), carriers: this.#carriers,
      paints: { ...this.paints.paints },
      plan: isFinal && source === this.#source ? { asked, report, text, scores, levels, file, frames, packed: plan } : undefined,
    };
  }

  /* Comes back to a picture. */
  enter({ source, frames, fields, carriers, paints, plan }) {
    if (source === null) {
      this.openLink();
      return;
    }
    this.#begin(source);
    this.frames.offer(...frames);
    restoreFields(fields);
    this.frames.show();
    this.#carriers = carriers;
    this.paints.paints = paints;
    this.prepare(plan);
  }

  /* Another image becomes the one of the page; null: there is none. */
  #begin(source) {
    this.studio.cancel();
    this.#reading = null;
    this.#source = source;
    this.#picture = source === null ? null : undefined;
    this.frames.offer(1);
  }

  /* Takes a picture that is new, and perhaps a plan of it with the usual settings, and what the studio made of it. */
  take(source, plan, made) {
    if (this.#source !== null) find("stage").scrollIntoView({ block: "nearest" });
    this.visits.begin(true);
    this.#begin({ ...source });
    forgetPreparation([0, 0, 0]);
    this.#carriers = "";
    this.paints.paints = {};
    find("pieces").value = isGame() ? "any" : "";
    showKind();
    return this.prepare(plan, made);
  }

  /* Whether nothing on the stage is of the picture of the page. */
  get #isStale() {
    return this.#shown === null || this.#reading !== null || this.#shown.picture !== this.#picture;
  }

  #setBusy(busy) {
    find("stage").setAttribute("aria-busy", String(busy));
    this.#showStale();
  }

  /* What is of another picture is faint, and no file. */
  #showStale() {
    document.body.classList.toggle("stale", this.#shown !== null && this.#isStale);
    find("result").inert = this.#isStale;
  }

  /* Makes the sprite of the source as the form says, and plans it, unless there is a plan. */
  async prepare(plan, known) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const source = this.#source;
    if (source === null) return;
    this.waiting.cancel();
    this.#asked = null;
    this.#setBusy(true);
    let made = known;
    try {
      made ??= await this.studio.prepare(source.image, this.frames, readPreparation(source, this.frames.isAll), (bitmap) =>
        showBitmap(source.name, bitmap));
    } catch (error) {
      if (!(error instanceof Cancelled)) this.#refuse(error);
      return;
    }
    if (source.color === undefined) {
      source.color = made.color;
      find("transparent-color").value = writeColor(...made.color);
      const sheet = source.exact ? null : made.picture?.sheet;
      if (made.count > 1) this.frames.offer(made.count);
      else if (sheet) this.frames.offer(sheet.tiles, { tile: sheet, width: made.width }, sheet.tile);
    }
    const { picture } = made;
    this.frames.show(lastImage());
    if (picture === undefined) {
      this.#picture = undefined; /* so that the one before is faint */
      this.#asked = readPrinting(this.carriers.pieces, false);
      showImage(source.name, { ...made, rgba: source.image.rgba });
      this.#dropFilm();
      this.#refuse(Object.assign(new Error(made.failed), { advice: made.advice }), true);
      this.#setBusy(false);
      return;
    }
    if (!this.#picture || !isSamePicture(picture, this.#picture)) this.#picture = picture;
    fitMethod(this.#picture.colors.length, this.frames.isAll);
    showPreview(this.#source.name, this.#picture);
    this.#showCarriers(this.#picture.colors, this.#carriers);
    this.plan(plan);
  }

  #showCarriers(colors, pieces) {
    this.carriers.show(colors, pieces, find("pieces").value === "own");
  }

  /* Plans the picture; the best plan so far is shown meanwhile. */
  async plan(made) {
    const picture = this.#picture;
    const asked = readPrinting(this.carriers.pieces, picture.anchors);
    const how = readPreparation(this.#source, this.frames.isAll);
    const { palette } = how;
    /* As the program: colours that were chosen stay. */
    const merges = !how.exact && how.colors === undefined;
    const message = { job: "plan", printing: { ...asked, merges }, ...picture.frames === undefined
      ? { image: pixelsOf(picture), frame: 0, how: { exact: true, palette } }
      : { image: this.#source.image, frame: "all", tile: this.frames.tile, how } };
    const { name } = this.#source;
    const subject = { picture, palette, source: this.#source, name: nameOf(name), asked };
    this.#asked = asked;
    this.#better = null;
    this.refusal.hide();
    this.#dropFilm();
    if (this.#shown === null) showComing(this.stage, picture);
    this.#setBusy(true);
    this.#facts?.cancel();
    const isMade = made?.asked === undefined ? isUsual(asked) && palette === undefined
      : Object.keys(asked).every((name) => asked[name] === made.asked[name]);
    const stored = isMade ? made : undefined;
    const done = stored ?? await this.waiting.do("Planning the drops …", message,
      (better) => this.#offer({ ...subject, isFinal: false, ...better }));
    if (done === undefined && this.#asked === asked) this.#dropFilm();
    const plan = picture.frames === undefined || done === undefined ? undefined : await packText(done.text);
    if (done !== undefined && this.#show({ ...subject, isFinal: true, packed: plan, ...done, asked })) {
      const missing = describeMissing(picture, done.report);
      if (missing !== null) this.#refuse(new Error(missing), true);
      this.#tell(describePlan(picture, done.report, done));
      await this.#facts.known;
      if (this.#asked === asked) this.#facts.learnLeast(this.#shown);
    }
    if (this.#asked === asked && this.waiting.isIdle && this.#timer === 0)
      this.#setBusy(false);
  }

  /* Shows a plan that is the best so far: at once where there is none yet, else when the one on the
     stage has been seen. */
  #offer(better) {
    if (better.asked !== this.#asked) return;
    this.#better = better;
    if (this.#canChange) this.#showBetter();
  }

  /* Whether a better plan may come on the stage while planning goes on. */
  get #canChange() {
    if (this.#shown?.asked !== this.#asked) return true;
    const isSeen = performance.now() - this.#shown.since > SEEN_AFTER;
    return this.stage.playing ? isSeen : this.stage.atEnd;
  }

  #showBetter() {
    const better = this.#better;
    this.#better = null;
    if (better !== null) this.#show(better);
  }

  /* Takes a plan for the one that is shown, unless something else has been asked for since; whether
     it has. */
  #show(shown) {
    if (shown.asked !== this.#asked) return false;
    const isSame = this.#shown?.asked === shown.asked && this.#shown.text === shown.text;
    this.#shown = { ...shown, since: performance.now() };
    this.#better = null;
    this.#facts = this.#learnFacts(shown);
    this.#showStale();
    if (shown.asked.pieces === "" && !shown.report.merged)
      this.#showCarriers(shown.picture.colors, shown.report.pieces);
    const playing = this.stage.playing;
    try {
      this.#readPlan();
      this.#showPlan(!isSame);
    } catch (error) {
      this.#refuse(error);
      return false;
    }
    if (isSame && playing) this.stage.play();
    return true;
  }

  /* The plan on the stage, in the colours that were chosen. */
  get #text() {
    return paintPlan(this.#shown.text, this.paints.paints);
  }

  #readPlan() {
    this.paints.show(colorsOf(this.#shown.text));
    setCounts(this.#shown, Object.keys(this.paints.paints).length > 0);
    this.engine.readPlan(this.#text);
  }

  #changePaints() {
    if (this.#shown === null) return;
    this.#readPlan();
    this.compare();
  }

  #learnFacts({ picture: shown, asked: { anchors } }) {
    const picture = alone(shown);
    if (this.#facts?.isOf(picture, anchors)) return this.#facts;
    this.#facts?.cancel();
    return new Facts(this.jobs, picture, anchors, (facts) => this.#showFacts(facts));
  }

  #showFacts(facts) {
    if (facts !== this.#facts) return;
    if (find("compare").checked) this.compare();
    this.#showFigures();
  }

  #showFigures() {
    const { picture, report } = this.#shown;
    const { article, plan } = this.#facts;
    const least = this.#facts.least(this.#shown);
    find("compare").disabled = plan === null;
    showFigures({ picture: alone(picture), report, least, method: labelOf(this.#shown), article: plan?.report ?? article });
  }

  /* Reads the article's plan, when somebody first compares with it. */
  #readRival(plan) {
    if (plan !== this.#rivalPlan) this.rival.readPlan(plan.text);
    this.#rivalPlan = plan;
  }

  /* Puts the plan on the stage, and the article's beside it if that is wanted. */
  #showPlan(fromStart) {
    const rival = find("compare").checked ? this.#facts.plan : null;
    const [own, other] = [0, 1].map((i) => find(`screen-${i}`));
    const shows = [{ engine: this.engine, canvas: own.firstChild, plan: this.#shown.report }];
    if (rival !== null) {
      this.#readRival(rival);
      shows.push({ engine: this.rival, canvas: other.firstChild, plan: rival.report });
    }
    other.hidden = rival === null;
    const deal = this.engine.deal();
    document.body.classList.toggle("dealt", deal !== null);
    find("frames-only").parentElement.hidden = !/^# frame\b/m.test(this.#shown.text);
    this.#readMotion();
    this.stage.load(shows); /* which first shows where the plan before has stopped */
    this.hands.load(deal, colorsOf(this.#text));
    if (fromStart) this.stage.time = calm.matches ? this.stage.whole : 0;
    showReady(true);
    this.#showFigures();
    offerGame(this.engine, deal);
    document.querySelector("[data-file=png]").hidden = this.#shown.picture === null;
    const replay = document.querySelector("[data-file=real]");
    replay.hidden = this.#shown.file === undefined;
    replay.lastChild.textContent = `.${endingOf(this.#shown.asked)}`;
    this.showLook();
    this.#writeAddress();
    this.outputs.measureSoon();
    if (fromStart && !calm.matches) this.stage.play();
  }

  compare() {
    if (this.#shown === null) return;
    const playing = this.stage.playing;
    this.#showPlan(false);
    if (playing) this.stage.play();
  }

  /* Draws as large as there is room. */
  showLook() {
    const dress = readForm();
    this.stage.look = lookOf(dress);
    document.body.classList.toggle("hud", (dress.hud ?? dress.levels) !== undefined); /* which has hold and next itself, or has none */
    for (const { canvas } of this.stage.screens)
      canvas.classList.toggle("checks", dress.background === "none");
    fitStage(this.stage);
  }

  /* The look has changed: the address says so. */
  changeLook(undo = () => {}) {
    if (this.#shown === null) return;
    this.refusal.hide();
    try {
      this.showLook();
    } catch (error) {
      undo();
      this.#refuse(error);
    }
    this.#writeAddress();
    this.outputs.measureSoon();
  }

  /* A film that takes a time of its own has no speed. */
  #readMotion() {
    const motion = motionOf(readForm());
    this.stage.motion = calm.matches ? { ...motion, motion: "land" } : motion;
    find("speed").disabled = motion.duration > 0;
  }

  changeMotion() {
    this.#readMotion();
    if (this.#shown === null) return;
    this.stage.reload();
    this.changeLook();
  }

  #showPlace() {
    showTransport(this.stage);
    if (this.#shown === null) return;
    if (this.#better !== null && this.#canChange) setTimeout(() => this.#showBetter());
    labelScreens(this.stage, [labelOf(this.#shown), "the first program"]);
    const [own] = this.stage.screens;
    if (own) this.hands.show(own.dropAt(this.stage.time));
  }

  #writeAddress() {
    this.visits.write(addressOf(this.#shown, this.paints.paints));
  }

  /* Plays the first sample, whose plan is in the page. */
  takeSample() {
    const { picture, name, plan } = firstSample;
    return this.take({ image: pixelsOf(picture), name: name.toLowerCase(), exact: true }, plan);
  }

  /* Takes a plan that printed no sprite, such as a game, as a link has it. */
  async #openPlan({ packed: plan, dress, damaged }) {
    try {
      const text = await unpackText(plan);
      if (text === null) throw new Error("this link is damaged: its plan cannot be read");
      this.cancel();
      this.engine.readPlan(text);
      this.visits.begin(false);
      this.#begin(null);
      this.paints.paints = {};
      find("compare").checked = false;
      writeForm(dress);
      const report = this.engine.measure();
      this.#asked = { ...PRINTING, pieces: "any" };
      showNoSprite(`game, ${report.drops} drops`);
      this.#show({
        picture: null, name: "game", asked: this.#asked, isFinal: true, report, text, packed: plan,
        scores: dress.scores, levels: dress.levels,
      });
      this.#setBusy(false);
      this.#refuseDamaged(damaged);
    } catch (error) {
      if (this.#shown === null) await this.takeSample();
      this.#refuse(error);
    }
  }

  /* Takes what the address has, or the first sample. */
  async open() {
    if (!await this.openLink() && this.#source === null) await this.takeSample();
  }

  /* Takes what a link has; false where it has no sprite and no plan. Says what is damaged. */
  async openLink() {
    const plan = readPlanLink(location.hash);
    if (plan !== null) {
      await this.#openPlan(plan);
      return true;
    }
    const names = [...find("method").options].map(({ value }) => value);
    const link = readLink(location.hash, names);
    if (link === null) return false;
    if (link.picture === null) {
      if (this.#source === null) await this.takeSample();
      this.#refuse(new Error("this link is damaged: its sprite cannot be read; " +
        "ask for the whole link, or open an image"));
      return true;
    }
    this.visits.begin(false);
    this.#begin({ image: pixelsOf(link.picture), name: "shared", exact: true });
    forgetPreparation([0, 0, 0]);
    find("palette").value = link.palette ?? "";
    writePrinting(link.printing);
    writeForm(link.dress);
    this.paints.paints = link.paints;
    find("compare").checked = link.compare;
    this.#carriers = link.printing.pieces;
    await this.prepare();
    this.#refuseDamaged(link.damaged);
    return true;
  }

  /* Names the settings of a link that make no sense. */
  #refuseDamaged(names) {
    if (names.length > 0)
      this.#refuse(new Error("this link is damaged: these of its settings make no sense and are as " +
        `usual: ${names.join(", ")}`));
  }

  /* Opens the editor, or closes it. */
  draw(isOpen) {
    if (isOpen) this.editor.open(this.#picture);
    else if (this.editor.isOpen) this.editor.close();
  }

  /* Plans anew once the visitor has done with the fields. */
  planSoon() {
    if (this.#source === null || this.#reading !== null) return;
    this.#setBusy(true);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.prepare(), REPLAN_AFTER);
  }

  connect() {
    connectIntake((file) => this.takeFile(file), (source, plan) => this.take(source, plan));
    connectTransport(this.stage, (text) => this.#tell(text));
    find("draw").addEventListener("click", () => this.visits.beginDrawing(true));
    find("cancel").addEventListener("click", () => this.cancel());
    find("compare").addEventListener("change", () => this.compare());
    connectPalette(() => this.planSoon(), (error) => this.#refuse(error));
    connectSkin(this, this.jobs, (error) => this.#refuse(error));
    this.outputs.connect();
    connectFields(this);
    addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !find("editor").open) this.cancel();
    });
    new ResizeObserver(() => this.#shown && this.showLook()).observe(find("screens"));
    calm.addEventListener("change", () => this.#shown && this.#showPlan(false));
  }

  choosePieces() {
    this.#carriers = this.#shown?.report.pieces ?? "";
    if (this.#picture !== null) this.#showCarriers(this.#picture.colors, this.#carriers);
  }

  changeKind() {
    this.planSoon();
  }
}
