// A whole game in the module, as a browser plays it without a server.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { load } from "../../bindings/wasm/tatami.mjs";

const bytes = await readFile(new URL("../../build/wasm/tatami.wasm", import.meta.url));
const luck = { seed: "0123456789abcdef".repeat(4), secret: "fedcba9876543210".repeat(4) };

/** Keeps what a client keeps: the table, the position and one's own knowledge. */
class Client {
  position = {};
  read(messages) {
    assert.ok(Array.isArray(messages), JSON.stringify(messages));
    for (const message of messages) {
      assert.notEqual(message.type, "refused", message.text);
      if (message.type === "table") this.table = message;
      if (message.type !== "position" && message.type !== "update") continue;
      this.seq = message.seq;
      Object.assign(this.position, message.dojo ?? message.tatamokatsu);
      this.own = message.dojo_own ?? message.tatamokatsu_own;
      this.result = message.dojo_result ?? this.result;
    }
  }
}

function sitDown(tatami, client, settings, level) {
  const table = "offline";
  client.read(tatami.openTable(settings, luck, 0));
  client.read(tatami.tell({ type: "sit", table, contribution: "salt" }, 0));
  client.read(tatami.tell({ type: "seat_bot", table, level }, 0));
  client.read(tatami.tell({ type: "start", table }, 0));
}

test("a whole Dojo offline, then its replay and its proof", async () => {
  const tatami = await load(bytes);
  const client = new Client();
  sitDown(tatami, client, { header: { game: "dojo", players: 4 }, tempo: "untimed" }, "adept");
  for (let now = 0; client.table.stage !== "over"; ) {
    const [move] = client.own.legal;
    if (move) {
      client.read(tatami.tell({ type: "act", table: "offline", seq: client.seq, move }, now));
    } else {
      now = tatami.wakesAt();
      client.read(tatami.tick(now));
    }
  }
  const record = tatami.record();
  const { over, result } = tatami.replay(record);
  assert.ok(over);
  assert.deepEqual(result.scores, client.result.scores);
  assert.deepEqual(tatami.verify(record, tatami.sidecar()), { verified: true });

  const lines = record.trim().split("\n").length;
  const end = tatami.positionAt(record, lines, "all");
  assert.equal(end.position.dojo.phase, "over");
  assert.deepEqual(end.position.dojo_result.scores, result.scores);
  const middle = tatami.positionAt(record, 20, 1);
  assert.equal(middle.position.seq, 20);
  assert.ok("hand" in middle.position.dojo_own);
  assert.equal(tatami.positionAt(record, 20, null).position.dojo_own, undefined);
});

test("Tatamokatsu offline goes on without the person, and ends", async () => {
  const tatami = await load(bytes);
  const client = new Client();
  const settings = { header: { game: "tatamokatsu", players: 3 }, tempo: "fast" };
  sitDown(tatami, client, settings, "samurai");
  while (client.table.stage !== "over") client.read(tatami.tick(tatami.wakesAt()));
  assert.ok(tatami.replay(tatami.record()).over);
  assert.deepEqual(tatami.verify(tatami.record(), tatami.sidecar()), { verified: true });
});

test("bad requests have answers", async () => {
  const tatami = await load(bytes);
  assert.match(tatami.tell({ type: "start", table: "offline" }, 0).problem, /no table/);
  assert.match(tatami.openTable({}, luck, 0).problem, /header/);
  assert.match(tatami.openTable({ header: { game: "dojo", players: 4 }, tempo: "fast" },
    { seed: "x", secret: "y" }, 0).problem, /hexadecimal/);
  assert.equal(tatami.positionAt("{}", 1, null).line, 1);
  assert.equal(tatami.verify("", "{}").line, 0);
});

test("a finished dojo is explained line by line", async () => {
  const tatami = await load(bytes);
  const row = ["M1", "M2", "F3", "R4"];
  const dojo = { rows: [row, row, ["M3", "M4", "F5", "R1"]], row_trophies: ["incense", null, null] };
  const sheet = tatami.explain(dojo);
  assert.equal(sheet.rows.length, 3);
  assert.equal(sheet.total, tatami.score(JSON.stringify(dojo)).total);
  assert.match(tatami.explain({ rows: [row, row, row] }).problem, /3 copies of M1/);
});

/** Plays the first thing that is allowed until somebody else's record would be over. */
function playOn(tatami, client) {
  for (let now = 0; client.table.stage !== "over"; ) {
    const [move] = client.own.legal;
    if (move) {
      client.read(tatami.tell({ type: "act", table: "offline", seq: client.seq, move }, now));
    } else {
      now = tatami.wakesAt();
      client.read(tatami.tick(now));
    }
  }
}

test("a finished game is played on from a moment, from what a seat knew", async () => {
  const tatami = await load(bytes);
  const game = await readFile(new URL("../vectors/games/dojo-01.jsonl", import.meta.url), "utf8");
  const table = "offline";
  for (const [lines, seat] of [[3, 1], [25, 0], [60, 2], [90, 3]]) {
    const { record: soFar } = tatami.branch(game, lines, seat, lines);
    assert.ok(soFar, `line ${lines}`);
    const written = soFar.trimEnd().split("\n");
    const known = (text) => tatami.positionAt(text, written.length, seat).position;
    // The seat sees the same table as in the game.
    const before = tatami.positionAt(game, lines, seat).position;
    assert.deepEqual(known(soFar).dojo.dojos, before.dojo.dojos);
    assert.equal(known(soFar).dojo_own.hand, before.dojo_own.hand);

    const client = new Client();
    const settings = { header: JSON.parse(written[0]), tempo: "untimed" };
    client.read(tatami.openTable(settings, luck, 0, soFar));
    client.read(tatami.tell({ type: "sit", table, seat, contribution: "" }, 0));
    client.read(tatami.tell({ type: "seat_bot", table, level: "novice" }, 0));
    client.read(tatami.tell({ type: "start", table }, 0));
    assert.equal(client.table.you, seat);
    playOn(tatami, client);
    const record = tatami.record();
    assert.ok(record.startsWith(soFar), "the game goes on where it was left");
    assert.deepEqual(tatami.replay(record).result.scores, client.result.scores);
  }
  // What is dealt anew depends on the seed, for those who did not see it.
  const dealt = new Set([1, 2, 3, 4, 5].map((seed) => tatami.branch(game, 11, 1, seed).record));
  assert.ok(dealt.size > 1);
  assert.match(tatami.branch(game, 9999, 0, 1).problem, /over/);
  assert.match(tatami.branch(game, 20, 4, 1).problem, /no such seat/);
  assert.match(tatami.branch("{}", 20, 0, 1).problem, /line 1/);
  assert.match(tatami.branch(game.replace(/"give":\d/, '"give":9'), 20, 0, 1).problem, /line \d/);
});

test("a table takes no game that it cannot play on", async () => {
  const tatami = await load(bytes);
  const header = { game: "dojo", players: 4, edition: "fr", variants: [], first_dealer: 0 };
  const open = (soFar, as = header) =>
    tatami.openTable({ header: as, tempo: "untimed" }, luck, 0, soFar).problem;
  const first = JSON.stringify(header) + "\n";
  assert.equal(open(first), undefined);
  assert.match(open("x"), /line 1/);
  assert.match(open(first + '{"draw":"B1"}\n'), /line 2/);
  assert.match(open(first, { ...header, players: 3 }), /header/);
  const game = await readFile(new URL("../vectors/games/dojo-01.jsonl", import.meta.url), "utf8");
  assert.match(open(game, JSON.parse(game.split("\n")[0])), /over/);
  const other = { game: "tatamokatsu", players: 3, first_roller: 0 };
  assert.match(open(JSON.stringify(other) + "\n", other), /only Dojo/);
});

test("a position tells what has happened, and the page finds the moments again", async () => {
  const tatami = await load(bytes);
  const client = new Client();
  const header = { game: "dojo", players: 4, edition: "fr", variants: [], first_dealer: 0 };
  let since;
  const read = (messages) => {
    client.read(messages);
    for (const message of messages) if (message.type === "position") since = message.since;
  };
  read(tatami.openTable({ header, tempo: "untimed" }, luck, 0));
  for (const command of [{ type: "sit", seat: 1, contribution: "" }, { type: "seat_bot", level: "novice" }, { type: "start" }])
    read(tatami.tell({ ...command, table: "offline" }, 0));
  assert.deepEqual(since[1], { draw: null }, "another deals");
  const { moments } = tatami.retell(header, since, 1);
  assert.equal(moments.length, since.length);
  assert.deepEqual(moments.at(-1).position.giving_order, client.position.giving_order);
  assert.equal(tatami.retell(header, since, null).moments[0].own, undefined);
  assert.match(tatami.retell(header, [{ give: 1 }], 1).problem, /line 2/);
  assert.match(tatami.retell(header, [{ seat: 3, throw: null }], 1).problem, /rules/);
  assert.match(tatami.retell({}, [], 1).problem, /line 1/);
});
