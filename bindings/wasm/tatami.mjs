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

  return {
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
