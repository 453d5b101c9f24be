#include "store/migrations.h"

#include <array>

namespace tatami::store {
namespace {

// Names, authors and bodies are bytes: a text of PostgreSQL cannot hold every one that ours can.
//
// A stream's row has its owner too, so that an append, which locks the row anyway, is checked
// against the owner's fence without another look, and an acquisition waits for appends under way.
// `entries` counts them, so that a missing one is noticed; each has a sum. A row without entries is
// a stream that is owned and has not begun.
//
// `writer` has a row for each opened log: the number of its last commit, and what was refused by
// it. Whoever lost a connection in the middle of a commit raises the epoch, which waits for that
// commit if it is under way and refuses it if it has not begun, and then reads whether it happened.
constexpr std::string_view first = R"(
CREATE SCHEMA tatami;
COMMENT ON SCHEMA tatami IS 'Tatami: the event log';
CREATE TABLE tatami.migration (
  number integer PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE tatami.node (
  id bigint PRIMARY KEY,
  name bytea NOT NULL UNIQUE,
  term interval NOT NULL,
  lapses_at timestamptz NOT NULL
);
CREATE SEQUENCE tatami.fences;
CREATE TABLE tatami.stream (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name bytea NOT NULL UNIQUE,
  tail bigint NOT NULL DEFAULT 0,
  entries bigint NOT NULL DEFAULT 0,
  finished boolean NOT NULL DEFAULT false,
  node bigint REFERENCES tatami.node ON DELETE SET NULL,
  fence bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX unfinished ON tatami.stream (name) WHERE NOT finished;
CREATE INDEX owned ON tatami.stream (node) WHERE node IS NOT NULL;
CREATE TABLE tatami.entry (
  stream bigint NOT NULL,
  seq bigint NOT NULL,
  at bigint NOT NULL,
  author bytea NOT NULL,
  body bytea NOT NULL,
  sum bigint NOT NULL,
  PRIMARY KEY (stream, seq)
);
CREATE INDEX authored ON tatami.entry (author) WHERE author <> ''::bytea;
CREATE TABLE tatami.writer (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  epoch bigint NOT NULL DEFAULT 0,
  commit bigint NOT NULL DEFAULT 0,
  refused text[] NOT NULL DEFAULT '{}'
) WITH (fillfactor = 20);

CREATE FUNCTION tatami.begin_commit(writer_id bigint, epoch_now bigint, number bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE tatami.writer SET commit = number, refused = '{}'
    WHERE id = writer_id AND epoch = epoch_now;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another connection has taken over' USING ERRCODE = 'TA001';
  END IF;
END $$;

-- Adds all of these or none; what is wrong with the first that does not follow: its place, and what
-- is there. The rows of the streams exist and are locked.
CREATE FUNCTION tatami.add(names bytea[], seqs bigint[], ats bigint[], authors bytea[],
                           bodies bytea[], lasts boolean[], sums bigint[])
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  wrong text;
BEGIN
  SELECT place - 1 || ':' || CASE WHEN is_over THEN 'last' ELSE before::text END INTO wrong
    FROM (SELECT new.place, new.seq, coalesce(lag(new.seq) OVER stream, old.tail) AS before,
              old.finished OR coalesce(lag(new.last) OVER stream, false) AS is_over
            FROM unnest(names, seqs, lasts) WITH ORDINALITY AS new(name, seq, last, place)
            JOIN tatami.stream AS old ON old.name = new.name
            WINDOW stream AS (PARTITION BY new.name ORDER BY new.place)) AS checked
    WHERE is_over OR seq <= before ORDER BY place LIMIT 1;
  IF FOUND THEN
    RETURN wrong;
  END IF;
  INSERT INTO tatami.entry (stream, seq, at, author, body, sum)
    SELECT old.id, new.seq, new.at, new.author, new.body, new.sum
      FROM unnest(names, seqs, ats, authors, bodies, sums)
        AS new(name, seq, at, author, body, sum)
      JOIN tatami.stream AS old ON old.name = new.name;
  UPDATE tatami.stream AS old
    SET tail = new.seq, entries = old.entries + new.count, finished = new.last
    FROM (SELECT name, max(seq) AS seq, count(*) AS count, bool_or(last) AS last
            FROM unnest(names, seqs, lasts) AS each(name, seq, last) GROUP BY name) AS new
    WHERE old.name = new.name;
  RETURN '';
END $$;

-- One commit of many appends: the entries of each come after those of the one before, `ends` says up
-- to where. Nothing, or for each append why it was refused ('': it was not).
CREATE FUNCTION tatami.append(writer_id bigint, epoch_now bigint, number bigint,
                              owners bytea[], fences bigint[], ends bigint[],
                              names bytea[], seqs bigint[], ats bigint[], authors bytea[],
                              bodies bytea[], lasts boolean[], sums bigint[])
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean[];
  outcomes text[] := '{}';
  a bigint := 1;
  b bigint;
BEGIN
  PERFORM tatami.begin_commit(writer_id, epoch_now, number);
  INSERT INTO tatami.stream (name)
    SELECT DISTINCT new.name FROM unnest(names) AS new(name)
      WHERE NOT EXISTS (SELECT FROM tatami.stream AS old WHERE old.name = new.name)
      ORDER BY new.name
    ON CONFLICT DO NOTHING;
  PERFORM 1 FROM tatami.stream WHERE name = ANY (names || owners) ORDER BY name FOR UPDATE;
  SELECT array_agg(asked.fence = 0 OR coalesce(held.fence = asked.fence, false) ORDER BY place)
    INTO allowed
    FROM unnest(owners, fences) WITH ORDINALITY AS asked(name, fence, place)
    LEFT JOIN tatami.stream AS held ON held.name = asked.name;
  IF true = ALL (allowed)
     AND tatami.add(names, seqs, ats, authors, bodies, lasts, sums) = '' THEN
    RETURN outcomes;
  END IF;
  FOR i IN 1 .. cardinality(ends) LOOP
    b := ends[i];
    outcomes := outcomes || CASE WHEN NOT allowed[i] THEN 'fenced' WHEN b < a THEN ''
      ELSE tatami.add(names[a:b], seqs[a:b], ats[a:b], authors[a:b], bodies[a:b], lasts[a:b],
                      sums[a:b]) END;
    a := b + 1;
  END LOOP;
  DELETE FROM tatami.stream WHERE name = ANY (names) AND entries = 0 AND node IS NULL;
  UPDATE tatami.writer SET refused = outcomes WHERE id = writer_id;
  RETURN outcomes;
END $$;

CREATE FUNCTION tatami.forget(writer_id bigint, epoch_now bigint, number bigint, who bytea)
RETURNS text[] LANGUAGE plpgsql AS $$
DECLARE
  touched bigint[];
BEGIN
  PERFORM tatami.begin_commit(writer_id, epoch_now, number);
  PERFORM 1 FROM tatami.stream
    WHERE id IN (SELECT stream FROM tatami.entry WHERE author = who AND author <> ''::bytea)
    ORDER BY name FOR UPDATE;
  WITH gone AS (DELETE FROM tatami.entry WHERE author = who AND author <> ''::bytea
                RETURNING stream)
    SELECT array_agg(DISTINCT stream) INTO touched FROM gone;
  UPDATE tatami.stream
    SET entries = (SELECT count(*) FROM tatami.entry WHERE entry.stream = stream.id),
        tail = (SELECT coalesce(max(seq), 0) FROM tatami.entry WHERE entry.stream = stream.id)
    WHERE id = ANY (touched);
  DELETE FROM tatami.stream WHERE id = ANY (touched) AND entries = 0 AND node IS NULL;
  UPDATE tatami.stream SET finished = false WHERE id = ANY (touched) AND entries = 0;
  RETURN '{}';
END $$;

CREATE FUNCTION tatami.remove(writer_id bigint, epoch_now bigint, number bigint, names bytea[])
RETURNS text[] LANGUAGE plpgsql AS $$
BEGIN
  PERFORM tatami.begin_commit(writer_id, epoch_now, number);
  PERFORM 1 FROM tatami.stream WHERE name = ANY (names) ORDER BY name FOR UPDATE;
  DELETE FROM tatami.entry USING tatami.stream
    WHERE entry.stream = stream.id AND stream.name = ANY (names);
  DELETE FROM tatami.stream WHERE name = ANY (names);
  RETURN '{}';
END $$;

-- What the node `gone` owned is nobody's, and its fences are worth nothing.
CREATE FUNCTION tatami.leave(gone bigint)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM tatami.stream WHERE node = gone ORDER BY name FOR UPDATE;
  DELETE FROM tatami.stream WHERE node = gone AND entries = 0;
  UPDATE tatami.stream SET node = NULL, fence = 0 WHERE node = gone;
  DELETE FROM tatami.node WHERE id = gone;
END $$;

-- Whether it has joined: not while another one has this name. `us` is a number that nobody else has,
-- so that it can be asked again after a lost answer.
CREATE FUNCTION tatami.join(called bytea, term_ms bigint, us bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  lapsed bigint;
BEGIN
  SELECT id INTO lapsed FROM tatami.node
    WHERE name = called AND lapses_at <= clock_timestamp() AND id <> us FOR UPDATE;
  IF FOUND THEN
    PERFORM tatami.leave(lapsed);
  END IF;
  INSERT INTO tatami.node (id, name, term, lapses_at)
    VALUES (us, called, make_interval(secs => term_ms / 1000.0), '-infinity')
    ON CONFLICT DO NOTHING;
  UPDATE tatami.node SET lapses_at = clock_timestamp() + term WHERE id = us AND name = called;
  RETURN FOUND;
END $$;

-- Whether it was in time; nothing if the node is no more.
CREATE FUNCTION tatami.renew(us bigint)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  was timestamptz;
BEGIN
  SELECT lapses_at INTO was FROM tatami.node WHERE id = us FOR UPDATE;
  UPDATE tatami.node SET lapses_at = clock_timestamp() + term WHERE id = us;
  RETURN was > clock_timestamp();
END $$;

CREATE FUNCTION tatami.acquire(us bigint, names bytea[])
RETURNS TABLE (stream bytea, node bytea, fence bigint, is_ours boolean, is_lapsed boolean)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
  PERFORM 1 FROM tatami.node WHERE id = us FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another node has joined under this name' USING ERRCODE = 'TA002';
  END IF;
  INSERT INTO tatami.stream (name)
    SELECT DISTINCT new.name FROM unnest(names) AS new(name) ORDER BY new.name
    ON CONFLICT DO NOTHING;
  PERFORM 1 FROM tatami.stream WHERE name = ANY (names) ORDER BY name FOR UPDATE;
  UPDATE tatami.stream AS s SET node = us, fence = nextval('tatami.fences')
    WHERE s.name = ANY (names)
      AND (s.node IS NULL OR (s.node <> us AND EXISTS (
        SELECT FROM tatami.node AS n WHERE n.id = s.node AND n.lapses_at <= clock_timestamp())));
  RETURN QUERY SELECT s.name, n.name, s.fence, s.node = us, n.lapses_at <= clock_timestamp()
    FROM unnest(names) WITH ORDINALITY AS asked(name, place)
    JOIN tatami.stream AS s ON s.name = asked.name JOIN tatami.node AS n ON n.id = s.node
    ORDER BY asked.place;
END $$;

CREATE FUNCTION tatami.release(us bigint, names bytea[])
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM 1 FROM tatami.stream WHERE name = ANY (names) ORDER BY name FOR UPDATE;
  DELETE FROM tatami.stream WHERE name = ANY (names) AND node = us AND entries = 0;
  UPDATE tatami.stream SET node = NULL, fence = 0 WHERE name = ANY (names) AND node = us;
END $$;
)";

constexpr std::array<std::string_view, 1> all = {first};

}  // namespace

std::span<const std::string_view> migrations() { return all; }

}  // namespace tatami::store
