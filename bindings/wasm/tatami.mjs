// The rules of tatami in JavaScript, for browsers and Node. README.md here describes the module.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Loads the module from its bytes (an ArrayBuffer or a typed array) or a compiled Module. */
export async function load(source) {
  const module =
    source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
  const { exports: wasm } = await WebAssembly.instantiate(module);
  wasm._initialize();

  const answer = () => {
    const at = wasm.tatami_answer();
    return decoder.decode(new Uint8Array(wasm.memory.buffer, at, wasm.tatami_answer_size()));
  };

  function ask(question, text) {
    const bytes = encoder.encode(text);
    const buffer = wasm.tatami_allocate(bytes.length);
    if (buffer === 0 && bytes.length > 0) throw new RangeError("no memory for so long a text");
    new Uint8Array(wasm.memory.buffer, buffer, bytes.length).set(bytes);
    question(buffer, bytes.length);
    wasm.tatami_release(buffer);
    return JSON.parse(answer());
  }

  const heard = () => JSON.parse(answer());

  return {
    /** Opens a table with one person at it: a list of messages as the server would send them. The
     * record of an unfinished Dojo, `so_far`, is played on there. */
    openTable: (settings, { seed, secret }, now, so_far) =>
      ask(wasm.tatami_open, JSON.stringify({ settings, seed, secret, now, so_far })),
    /** A command of the protocol to that table: a list of messages. Of several who share the
     * device, all but the first name their `hand`, any number from 0 to 4 that stays theirs. */
    tell: (command, now, hand) => ask(wasm.tatami_tell, JSON.stringify({ command: JSON.stringify(command), now, hand })),
    /** Time has passed: a list of messages. */
    tick(now) {
      wasm.tatami_tick(now);
      return heard();
    },
    /** When the table wants to be told the time next, or null. */
    wakesAt() {
      const wake = wasm.tatami_wakes_at();
      return wake < 0 ? null : wake;
    },
    /** The finished game's record and its sidecar, as text. */
    record() {
      wasm.tatami_record();
      return answer();
    },
    sidecar() {
      wasm.tatami_sidecar();
      return answer();
    },
    /** The position after so many lines of a record: {position, owns} or {problem}. `who` is a
     * seat, null for spectators, or "all" for everybody's knowledge. */
    positionAt: (record, lines, who) =>
      ask(
        wasm.tatami_position_at,
        JSON.stringify({
          record,
          lines,
          shows_all: who === "all",
          ...(typeof who === "number" ? { seat: who } : {}),
        }),
      ),
    /** What `seat` (null: a spectator) saw after each event of a Dojo, told with null for what is
     * secret: {moments: [{position, own}]} or {problem}. */
    retell: (header, events, seat) =>
      ask(
        wasm.tatami_retell,
        JSON.stringify({
          record: [header, ...events].map((line) => JSON.stringify(line) + "\n").join(""),
          ...(seat === null ? {} : { seat }),
        }),
      ),
    /** So many lines of a Dojo's record, with all that `seat` could not know then decided anew:
     * {record} or {problem}. */
    branch: (record, lines, seat, seed) =>
      ask(wasm.tatami_branch, JSON.stringify({ record, lines, seat, seed })),
    /** Judges a finished game as `tatami analyse` does. Yields {done, steps} after each step of it
     * and returns the whole review, or {problem}. */
    *analyse(record, iterations) {
      let answer = ask(wasm.tatami_analyse, JSON.stringify({ record, iterations }));
      while ("steps" in answer) {
        yield answer;
        wasm.tatami_analyse_on();
        answer = heard();
      }
      return answer;
    },
    /** One finished dojo, counted step by step, or {problem}. */
    explain: (dojo) => ask(wasm.tatami_explain, JSON.stringify(dojo)),
    /** A dojo of a position, finished or not, as it lies: {total, held, lines} or {problem}. Each
     * line is {row | column, points, bare, company}, where `bare` leaves its trophy out and `company`
     * says what counts with each card. With a card that might come also {shared}, and with a card or
     * a trophy {best}: the most it would be worth with it, where there is a place. */
    count: ({ cards, rows, columns, held }, edition, card, trophy) =>
      ask(
        wasm.tatami_count,
        JSON.stringify({
          edition,
          cards,
          rows,
          columns,
          held: Object.values(held).reduce((sum, n) => sum + n, 0),
          card,
          trophy,
        }),
      ),
    /** A record and its sidecar, both as text: {verified} or {line, problem}. */
    verify: (record, sidecar) => ask(wasm.tatami_verify, sidecar.trim() + "\n" + record),
    /** A whole record: {over, result} or {line, problem}. */
    replay: (text) => ask(wasm.tatami_replay, text),
    /** One finished dojo: {total, rows, columns, arrangement} or {problem}. */
    score: (line) => ask(wasm.tatami_score, line),
    /** Plays Dojo with four random players: {decisions, points}, the same for the same seed. */
    randomPlay(seed, games) {
      const decisions = Number(wasm.tatami_random_play(BigInt(seed), games));
      return { decisions, points: Number(answer()) };
    },
  };
}
