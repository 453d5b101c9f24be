"""Games of Dojo of every setup at once, in the memory of a GPU (docs/PYTHON.md)."""

import importlib.util
import itertools
import pathlib

import torch

seats = 5


def engine():
    """tatami.cuda; where the module is not installed, its file alone, which is enough for a GPU."""
    try:
        import tatami.cuda

        return tatami.cuda
    except ImportError:
        root = pathlib.Path(__file__).resolve().parents[2]
        spec = importlib.util.spec_from_file_location(
            "tatami_cuda", root / "bindings" / "python" / "tatami" / "cuda.py"
        )
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module


def setups(games):
    """How many of the games have which setup: half of them four players, most of them plain."""
    by_players = {3: 0.25, 4: 0.5, 5: 0.25}
    by_edition = {"fr": 0.6, "en": 0.4}
    by_variants = {(): 0.4, ("white-belt",): 0.2, ("black-belt",): 0.2, ("white-belt", "black-belt"): 0.2}
    for players, edition, variants in itertools.product(by_players, by_edition, by_variants):
        share = by_players[players] * by_edition[edition] * by_variants[variants]
        yield max(1, round(games * share)), {
            "players": players, "edition": edition, "variants": list(variants)
        }


class Tables:
    """All games as one batch: `look` and then `act` is one decision of each."""

    def __init__(self, games, seed, device):
        self.is_gpu = device == "cuda"
        self.batches, self.streams, self.seen, self.parts = [], [], [], []
        self.games = 0
        module = engine()
        for number, (size, setup) in enumerate(setups(games)):
            batch = module.batch(size, seed=seed * 1000 + number, device=device, **setup)
            if self.is_gpu:
                # The searches for the best arrangement of finished dojos go on side by side.
                self.streams.append(torch.cuda.Stream())
                batch.stream = self.streams[-1].cuda_stream
            self.batches.append(batch)
            self.seen.append(batch.torch())
            self.parts.append(slice(self.games, self.games + size))
            self.games += size
        if self.is_gpu:
            torch.cuda.synchronize()
        self.players = torch.cat(
            [torch.full((len(s["seats"]),), s["rewards"].shape[1]) for s in self.seen]
        ).to(self.seen[0]["observations"].device)

    def _all(self, name):
        return torch.cat([seen[name] for seen in self.seen])

    def _by_seat(self, name):
        """Tables of fewer than five have zeros for the seats that are not there."""
        return torch.cat(
            [
                torch.nn.functional.pad(torch.cat([seen[name] for seen in group]), (0, seats - players))
                for players, group in itertools.groupby(self.seen, lambda s: s["rewards"].shape[1])
                for group in [list(group)]
            ]
        )

    def look(self):
        return self._all("observations"), self._all("legal"), self._all("seats").long()

    def act(self, chosen):
        """Whether each game is over, and then every seat's share of the win and its points."""
        if self.is_gpu:
            now = torch.cuda.current_stream()
            for batch, stream, part in zip(self.batches, self.streams, self.parts):
                stream.wait_stream(now)
                with torch.cuda.stream(stream):
                    batch.step(chosen[part], wait=False)
            for stream in self.streams:
                now.wait_stream(stream)
        else:
            for batch, part in zip(self.batches, self.parts):
                batch.step(chosen[part].contiguous())
        return self._all("done"), self._by_seat("rewards"), self._by_seat("scores")

    def wait(self):
        """Raises what one of the steps refused."""
        if self.is_gpu:
            torch.cuda.current_stream().synchronize()
        for batch in self.batches:
            batch.wait()
