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
  assert.match(tatami.positionAt("{}", 1, null).problem, /line 1/);
  assert.equal(tatami.verify("", "{}").line, 0);
});

test("a finished dojo is explained line by line", async () => {
  const tatami = await load(bytes);
  const row = ["M1", "M2", "F3", "R4"];
  const sheet = tatami.explain({ rows: [row, row, row], row_trophies: ["incense", null, null] });
  assert.equal(sheet.rows.length, 3);
  assert.equal(sheet.total, tatami.score(JSON.stringify({ rows: [row, row, row],
    row_trophies: ["incense", null, null] })).total);
});
