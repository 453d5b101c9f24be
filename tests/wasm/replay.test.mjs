// The WebAssembly module against the vectors of an independent program:
// node --test tests/wasm, after script/wasm.

import assert from "node:assert/strict";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { load } from "../../bindings/wasm/tatami.mjs";

const root = new URL("../../", import.meta.url);
const read = (path) => readFileSync(new URL(path, root), "utf8");
const wasm = readFileSync(process.env.TATAMI_WASM ?? new URL("build/wasm/tatami.wasm", root));
const tatami = await load(wasm);

// A vector's game, and whether the module has its rules: then it takes the shortest header.
const gameOf = (text) => JSON.parse(text.slice(0, text.indexOf("\n"))).game;
const knows = (game) => tatami.replay(JSON.stringify({ game, players: 3 })).over === false;

const results = JSON.parse(read("tests/vectors/results.json"));
const records = readdirSync(new URL("tests/vectors/games/", root)).map((file) => {
  const text = read(`tests/vectors/games/${file}`);
  return { file, text, game: gameOf(text), expected: results[file] };
});

test("imports nothing", async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(wasm)), []);
});

test("knows every game the project has records of", () => {
  assert.ok(knows("dojo"));
  for (const { game } of records)
    assert.equal(knows(game), existsSync(new URL(`record/${game}.cpp`, root)), game);
});

test("every result has its record", () => {
  assert.deepEqual(records.map((each) => each.file).sort(), Object.keys(results).sort());
});

test("records replay to their results", () => {
  let checked = 0;
  for (const { file, text, game, expected } of records) {
    const answer = tatami.replay(text);
    if (!knows(game)) {
      assert.equal(answer.line, 1, file);
      continue;
    }
    if ("breach" in expected) {
      assert.equal(answer.line, expected.breach, `${file}: ${JSON.stringify(answer)}`);
      assert.ok(answer.problem.length > 0, file);
    } else {
      assert.deepEqual(answer, { over: true, result: expected }, file);
    }
    ++checked;
  }
  assert.ok(checked > 0, "no record was checked");
});

test("an unfinished record is not over", () => {
  const { text } = records.find((each) => each.file === "dojo-00.jsonl");
  const lines = text.trimEnd().split("\n");
  assert.deepEqual(tatami.replay(lines.slice(0, -1).join("\n")), { over: false });
});

test("dojos score as they should", () => {
  const lines = read("tests/vectors/dojo-scores.jsonl").trimEnd().split("\n");
  assert.ok(lines.length > 1);
  for (const line of lines) {
    const { total, rows, columns } = tatami.score(line);
    assert.equal(total, JSON.parse(line).total, line);
    assert.equal([...rows, ...columns].reduce((a, b) => a + b), total, line);
  }
});

test("what is no record and no dojo has an answer too", () => {
  assert.equal(tatami.replay("").line, 1);
  assert.equal(tatami.replay('{"game":"go","players":2}\n').line, 1);
  assert.equal(tatami.replay("\u0000\uFFFD[").line, 1);
  assert.equal(tatami.replay("[".repeat(1 << 20)).line, 1);
  assert.equal(typeof tatami.score("").problem, "string");
  assert.equal(typeof tatami.score('{"rows":[]}').problem, "string");
});

test("random play is the same for the same seed", () => {
  const once = tatami.randomPlay(7, 200);
  assert.deepEqual(tatami.randomPlay(7, 200), once);
  assert.notDeepEqual(tatami.randomPlay(8, 200), once);
  assert.ok(once.decisions > 200 * 12 * 4 && once.points > 0);
});

function analysed(text, iterations) {
  const analysis = tatami.analyse(text, iterations);
  for (let told = 0; ; ++told) {
    const { done, value } = analysis.next();
    if (done) return { review: value, told };
    assert.equal(value.done, told);
  }
}

test("a finished game is judged step by step", () => {
  for (const file of ["dojo-01.jsonl", "tatamokatsu-00.jsonl"]) {
    const { text, expected } = records.find((each) => each.file === file);
    const { review, told } = analysed(text, 40);
    assert.equal(told, text.trimEnd().split("\n").length - 1, file);
    assert.equal(review.chances.length, review.lines.length + 1, file);
    const winners = review.chances.at(-1).flatMap((share, seat) => (share > 0 ? [seat] : []));
    assert.deepEqual(winners, expected.winners, file);
    for (const at of review.chances)
      assert.ok(Math.abs(at.reduce((sum, share) => sum + share) - 1) < 0.001, file);
    for (const [seat, lines] of review.worst.entries())
      for (const line of lines)
        assert.equal(review.decisions.find((each) => each.line === line).seat, seat, file);
  }
});

test("what is not over is not judged", () => {
  const { text } = records.find((each) => each.file === "dojo-00.jsonl");
  const cut = text.slice(0, text.lastIndexOf("{"));
  assert.equal(analysed(cut, 40).review.line, cut.split("\n").length);
  assert.equal(analysed("{}", 40).review.line, 1);
  assert.match(analysed(text, 0).review.problem, /iteration/);
});

test("an unfinished dojo is counted as it lies, with its trophies and without", () => {
  const dojo = {
    cards: [
      { row: 0, column: 0, card: "M3" },
      { row: 0, column: 1, card: "F3" },
      { row: -1, column: 0, card: "R3" },
      { row: 1, column: 0, card: "T3" },
    ],
    rows: [{ row: 0, trophy: "master" }],
    columns: [{ column: 0, trophy: "kimono" }],
    held: {},
    challenges_won: 2,
    worth: 0,
  };
  const { total, held, lines } = tatami.count(dojo, "fr");
  const line = (where) => {
    const { points, bare } = lines.find((each) => Object.entries(where).every(([key, at]) => each[key] === at));
    return [points, bare];
  };
  assert.deepEqual([total, held, lines.length], [11, 0, 5]);
  assert.deepEqual(line({ row: 0 }), [3, 1]); // the Grand Master makes a raccoon of the fox
  assert.deepEqual(line({ row: 1 }), [1, 1]);
  assert.deepEqual(line({ column: 0 }), [6, 3]);
  assert.deepEqual(line({ column: 1 }), [0, 0]);
  assert.equal(tatami.count({ ...dojo, rows: [], columns: [], held: { broom: 2 } }, "en").total, 12);
});

test("D14 D16: raccoons and a Grand Master's card count with the disciple their row has most of", () => {
  const at = (text) =>
    text
      .split("\n")
      .flatMap((line, row) => line.split(" ").flatMap((card, column) => (card === "." ? [] : { row, column, card })));
  const counted = (text, more = {}) =>
    tatami.count({ cards: at(text), rows: [], columns: [], held: {}, ...more }, "fr");
  const company = (text, more) =>
    Object.fromEntries(
      counted(text, more)
        .lines.find(({ row }) => row === 0)
        .company.map(({ at, as, alike, wild }) => [at, [as, alike, wild]]),
    );
  assert.deepEqual(company("F2 F4 R1"), { 0: ["F", 1, 1], 1: ["F", 1, 1], 2: ["F", 2, 0] });
  assert.deepEqual(company("T2 T4 F1 R1"), { 0: ["T", 1, 1], 1: ["T", 1, 1], 2: ["F", 0, 0], 3: ["T", 2, 0] });
  assert.deepEqual(company("R1 R2"), { 0: ["R", 0, 1], 1: ["R", 0, 1] });
  const master = { rows: [{ row: 0, trophy: "master" }] };
  assert.deepEqual(company("F2 F4 T1", master), { 0: ["F", 1, 1], 1: ["F", 1, 1], 2: ["T", 0, 0] });
  assert.deepEqual(company("F2 R4", master), { 0: ["F", 0, 1], 1: ["F", 1, 0] });
  const { lines } = counted("F2 F4\nT2 F1\nB2 C3");
  const columns = lines.filter(({ column }) => column !== null).map(({ company }) => company.map((each) => each.alike));
  assert.deepEqual(columns, [[2, 2, 2], [0, 0, 0]]);
});

test("D14: every row scores its largest company", () => {
  const worth = [0, 1, 3, 6, 10];
  let seen = 0;
  for (const { file, text } of records.filter(({ game, expected }) => game === "dojo" && !("breach" in expected))) {
    const { edition = "fr" } = JSON.parse(text.slice(0, text.indexOf("\n")));
    const lines = text.trimEnd().split("\n").length;
    for (let at = 1; at <= lines; at += 9)
      for (const dojo of tatami.positionAt(text, at, null).position.dojo.dojos) {
        const masters = dojo.rows.filter(({ trophy }) => trophy === "master");
        for (const { row, points, bare, company } of tatami.count({ ...dojo, rows: masters }, edition).lines) {
          if (row === null) continue;
          const largest = Math.max(...company.map(({ alike, wild }) => 1 + alike + wild));
          assert.equal(worth[largest], points, `${file}, line ${at}, row ${row}`);
          if (points > bare) ++seen;
        }
      }
  }
  assert.ok(seen > 0, "no Grand Master was at work");
});

test("what a dojo shares with a card that might come; a raccoon is nobody's in particular", () => {
  const cards = ["F2", "F4", "R4"].map((card, column) => ({ row: 0, column, card }));
  const shared = (card) => tatami.count({ cards, rows: [], columns: [], held: {} }, "fr", card).shared;
  assert.deepEqual(shared("F4"), { disciples: 2, belts: 2 });
  assert.deepEqual(shared("R2"), { disciples: 0, belts: 1 });
  assert.equal(shared(undefined), undefined);
});

test("what a dojo would be worth at best with a card or a trophy", () => {
  const cards = ["F2", "F4"].map((card, column) => ({ row: 0, column, card }));
  const best = (card, trophy, more = {}) =>
    tatami.count({ cards, rows: [], columns: [], held: {}, ...more }, "fr", card, trophy).best;
  assert.equal(best("F1"), 6);
  assert.equal(best("T2"), 4, "in a row of its own");
  assert.equal(best("F1", undefined, { held: { broom: 2 } }), 12);
  assert.equal(best(undefined, "belt"), 3, "no two belts yet");
  const tigress = { cards: [...cards, { row: 0, column: 2, card: "T2" }] };
  assert.equal(best(undefined, "incense", tigress), 4, "every group counts");
  assert.equal(best(undefined, "incense", { rows: [{ row: 0, trophy: "master" }] }), undefined, "no row without one");
  assert.equal(best(), undefined);

  // As it is placed in a game: the best of what its owner may do.
  let seen = 0;
  for (const { file, text } of records.filter(({ game, expected }) => game === "dojo" && !("breach" in expected))) {
    const { edition = "fr" } = JSON.parse(text.slice(0, text.indexOf("\n")));
    const lines = text.trimEnd().split("\n").length;
    for (let at = 1; at <= lines; at += 7) {
      const { position, owns } = tatami.positionAt(text, at, "all");
      for (const [seat, { legal, hand }] of owns.entries()) {
        const places = legal.filter((move) => "place" in move);
        if (places.length === 0) continue;
        ++seen;
        const dojo = position.dojo.dojos[seat];
        const worths = places.map(({ place: [row, column] }) =>
          tatami.count({ ...dojo, cards: [...dojo.cards, { row, column, card: hand }] }, edition).total);
        assert.equal(tatami.count(dojo, edition, hand).best, Math.max(...worths), `${file}, line ${at}`);
      }
    }
  }
  assert.ok(seen > 100, `${seen} places`);
});

test("every dojo of a game counts as its position says", () => {
  for (const { file, text } of records.filter(({ game, expected }) => game === "dojo" && !("breach" in expected))) {
    const { edition = "fr" } = JSON.parse(text.slice(0, text.indexOf("\n")));
    const lines = text.trimEnd().split("\n").length;
    for (let at = 1; at <= lines; at += 9)
      for (const dojo of tatami.positionAt(text, at, null).position.dojo.dojos)
        assert.equal(tatami.count(dojo, edition).total, dojo.worth, `${file}, line ${at}`);
  }
});

test("what is no dojo is not counted", () => {
  const dojo = { cards: [], rows: [], columns: [], held: {}, challenges_won: 0, worth: 0 };
  assert.equal(tatami.count(dojo, "fr").total, 0);
  const at = (row, column, card = "M1") => ({ row, column, card });
  for (const wrong of [
    { ...dojo, cards: [at(9, 0)] },
    { ...dojo, cards: [at(-2, 0), at(1, 0)] },
    { ...dojo, cards: [at(0, 0), at(0, 0)] },
    { ...dojo, rows: [{ row: 0, trophy: "master" }] },
    { ...dojo, cards: [at(0, 0)], rows: [{ row: 0, trophy: "broom" }] },
    { ...dojo, cards: [at(0, 0)], columns: [{ column: 0, trophy: "incense" }] },
    { ...dojo, cards: "none" },
    { ...dojo, held: { broom: -1 } },
  ])
    assert.match(tatami.count(wrong, "fr").problem, /./);
});
