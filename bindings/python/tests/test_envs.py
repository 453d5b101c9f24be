import unittest

import numpy as np

import tatami
from tatami.envs import (
    DojoAEC, DojoVectorEnv, OpenSpielGame, OpenSpielState, TatamokatsuParallel
)


class Interfaces(unittest.TestCase):
    """What the projects document that an environment has, and what comes out fits its spaces."""

    def has(self, thing, names):
        for name in names.split():
            self.assertTrue(hasattr(thing, name), f"{type(thing).__name__}.{name}")

    def test_gymnasium_vector_env(self):
        env = DojoVectorEnv(8, players=3)
        self.has(env, "reset step close render closed metadata render_mode spec num_envs unwrapped "
                      "np_random np_random_seed observation_space action_space "
                      "single_observation_space single_action_space")
        self.assertEqual(env.metadata["autoreset_mode"], "SameStep")
        observations, info = env.reset(seed=1, options={})
        self.assertTrue(env.observation_space.contains(observations))
        self.assertTrue(env.single_observation_space.contains(observations[0]))
        chosen = env.action_space.sample(info["legal"])
        self.assertTrue(env.action_space.contains(chosen))
        for wrong in (chosen[:3], chosen + 64, chosen.astype(float)):
            self.assertFalse(env.action_space.contains(wrong))
        answer = env.step(chosen)
        self.assertTrue(env.observation_space.contains(answer[0]))
        self.assertEqual([part.shape for part in answer[1:4]], [(8,)] * 3)
        # Each name of an info has a mask.
        for name in [name for name in answer[4] if not name.startswith("_")]:
            self.assertEqual(len(answer[4][name]), 8)
            self.assertEqual(answer[4]["_" + name].tolist(), [True] * 8)
        self.assertFalse(env.closed)
        env.close()
        env.close()
        self.assertTrue(env.closed)

    def test_spaces(self):
        env = DojoAEC(players=3)
        box = env.observation_space("seat_0")["observation"]
        self.assertEqual((box.low.shape, box.high.shape), (box.shape, box.shape))
        spaces = (env.observation_space("seat_0"), env.action_space("seat_0"), box,
                  DojoVectorEnv(3).action_space, DojoVectorEnv(3).observation_space)
        for space in spaces:
            space.seed(7)
            first = space.sample()
            self.assertIn(first, space)
            space.seed(7)
            np.testing.assert_equal(space.sample(), first)
        self.assertNotIn(64, env.action_space("seat_0"))
        self.assertEqual(env.action_space("seat_0"), env.action_space("seat_1"))
        self.assertEqual(env.observation_space("seat_0"), env.observation_space("seat_1"))

    def test_pettingzoo_aec(self):
        env = DojoAEC(players=3)
        self.has(env, "reset step observe last agent_iter close render metadata render_mode unwrapped "
                      "possible_agents agents num_agents max_num_agents observation_space "
                      "action_space observation_spaces action_spaces")
        self.assertEqual(str(env), "dojo_v1")
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step(0)
        for _ in range(2):
            env.reset(seed=1)
            self.has(env, "agent_selection rewards _cumulative_rewards terminations truncations infos")
            self.assertEqual((env.num_agents, env.max_num_agents), (3, 3))
            self.assertIsNone(env.last(observe=False)[0])
            # A reward of `last` is the sum of an agent's `rewards` since it acted.
            sums = dict.fromkeys(env.agents, 0.0)
            alive = list(env.agents)
            for agent in env.agent_iter():
                seen, reward, terminated, truncated, info = env.last()
                self.assertIs(env.observation_space(agent), env.observation_space(agent))
                self.assertIs(env.action_space(agent), env.action_space(agent))
                self.assertTrue(env.observation_space(agent).contains(seen))
                self.assertEqual((terminated, truncated, info), (
                    env.terminations[agent], env.truncations[agent], env.infos[agent]))
                self.assertEqual(reward, sums[agent])
                over = terminated or truncated
                chosen = None if over else env.action_space(agent).sample(seen["action_mask"])
                self.assertIsNone(env.step(chosen))
                sums[agent] = 0.0
                for other, more in env.rewards.items():
                    sums[other] += more
                if over:
                    alive.remove(agent)
                self.assertEqual(env.agents, alive)
                for told in (env.rewards, env.terminations, env.truncations, env.infos):
                    self.assertEqual(list(told), env.agents)
            self.assertEqual(env.num_agents, 0)
        env.reset()
        env.step(np.int32(np.flatnonzero(env.last()[0]["action_mask"])[0]))

    def test_pettingzoo_parallel(self):
        env = TatamokatsuParallel(players=3)
        self.has(env, "reset step close render metadata render_mode unwrapped possible_agents agents "
                      "num_agents max_num_agents observation_space action_space")
        self.assertEqual(str(env), "tatamokatsu_v1")
        for _ in range(2):
            seen, _ = env.reset(seed=1)
            self.assertEqual(env.num_agents, 3)
            while env.agents:
                for agent in env.agents:
                    self.assertIs(env.observation_space(agent), env.observation_space(agent))
                    self.assertIs(env.action_space(agent), env.action_space(agent))
                    self.assertTrue(env.observation_space(agent).contains(seen[agent]))
                playing = list(env.agents)
                seen, *told = env.step({
                    agent: env.action_space(agent).sample(seen[agent]["action_mask"])
                    for agent in env.agents
                })
                for each in (seen, *told):
                    self.assertEqual(list(each), playing)
        env.reset()
        with self.assertRaisesRegex(ValueError, "from 0 to 223, not 0.5"):
            env.step({agent: 0.5 for agent in env.agents})

    def test_a_reset_without_a_seed_goes_on(self):
        def begun(env):
            if isinstance(env, DojoVectorEnv):
                return lambda **seed: env.reset(**seed)[0].tobytes()
            if isinstance(env, DojoAEC):
                def state(**seed):
                    env.reset(**seed)
                    return str(env.game.view(0)) + str(env.game.view(1))

                return state

            def rolls(**seed):
                env.reset(**seed)
                return str(env._batch.state(0).view())

            return rolls

        for kind in (lambda: DojoVectorEnv(4), DojoAEC, TatamokatsuParallel):
            reset, twin, other = begun(kind()), begun(kind()), begun(kind())
            games = [reset(seed=3), reset(), reset(), reset()]
            # Others than before, but the same whenever one begins with this seed.
            self.assertGreater(len(set(games)), 2)
            self.assertEqual(games, [twin(seed=3), twin(), twin(), twin()])
            self.assertEqual(games[0], reset(seed=3))
            # Without any seed nobody knows.
            self.assertNotEqual([reset(), reset(), reset()], [other(), other(), other()])
        env = DojoVectorEnv(4)
        env.reset(seed=5)
        self.assertEqual(env.np_random_seed, 5)

    def test_openspiel_game_and_state(self):
        game = OpenSpielGame(players=3)
        self.has(game, "new_initial_state num_players num_distinct_actions max_chance_outcomes "
                       "min_utility max_utility utility_sum observation_tensor_shape "
                       "observation_tensor_size get_parameters deserialize_state")
        self.assertEqual(game.get_parameters(), {"players": 3})
        state = game.new_initial_state()
        self.has(state, "current_player legal_actions legal_actions_mask apply_action child clone "
                 "is_terminal is_chance_node is_player_node is_simultaneous_node is_mean_field_node "
                 "is_initial_state chance_outcomes returns rewards player_return player_reward "
                 "history full_history history_str move_number action_to_string string_to_action "
                 "information_state_string observation_string observation_tensor num_players "
                 "num_distinct_actions get_game serialize")
        self.assertIs(state.clone().get_game(), game)


class VectorEnv(unittest.TestCase):
    def test_reset_and_step_as_gymnasium_documents_them(self):
        env = DojoVectorEnv(8, players=3)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            env.step(np.zeros(8, dtype=np.int64))
        observations, info = env.reset(seed=3)
        self.assertEqual(observations.shape, (8, tatami.dojo_observation_size))
        numbers = np.random.default_rng(1)
        ended = 0
        for _ in range(250):
            before = info["seat"].copy()
            chosen = np.argmax(info["legal"] * numbers.random(info["legal"].shape), axis=1)
            observations, rewards, terminated, truncated, info = env.step(chosen)
            self.assertEqual(rewards.shape, (8,))
            self.assertFalse(truncated.any())
            ended += terminated.sum()
            for game in range(8):
                self.assertEqual(rewards[game], info["rewards"][game][before[game]])
        self.assertGreater(ended, 8)
        env.close()

    def test_arrays_may_be_kept_unless_somebody_does_without_copies(self):
        for copy in (True, False):
            env = DojoVectorEnv(4, copy=copy)
            observations, info = env.reset(seed=3)
            before = observations.copy(), info["legal"].copy()
            env.step(env.action_space.sample(info["legal"]))
            self.assertEqual((observations == before[0]).all(), copy)
            self.assertEqual((info["legal"] == before[1]).all(), copy)

    def test_the_same_seed_gives_the_same_games(self):
        first = DojoVectorEnv(4).reset(seed=1)[0].copy()
        self.assertTrue((DojoVectorEnv(4).reset(seed=1)[0] == first).all())
        self.assertFalse((DojoVectorEnv(4).reset(seed=2)[0] == first).all())


class AEC(unittest.TestCase):
    def test_a_whole_game_as_pettingzoo_documents_it(self):
        for players in (3, 5):
            env = DojoAEC(players=players, variants=["black-belt"])
            env.reset(seed=4)
            numbers = np.random.default_rng(2)
            total = 0.0
            for agent in env.agent_iter():
                observation, reward, terminated, truncated, info = env.last()
                if terminated or truncated:
                    total += reward
                    env.step(None)
                    continue
                legal = np.flatnonzero(observation["action_mask"])
                self.assertGreater(len(legal), 0)
                env.step(int(numbers.choice(legal)))
            self.assertEqual(env.agents, [])
            self.assertAlmostEqual(total, 1.0)

    def test_an_illegal_action_is_refused(self):
        env = DojoAEC(players=3)
        env.reset(seed=1)
        with self.assertRaisesRegex(tatami.IllegalAction, "63 is not legal for seat_"):
            env.step(63)
        env.step(1)
        with self.assertRaisesRegex(tatami.IllegalAction, r"1 is not legal for seat_0.*\(D5\)"):
            env.step(1)
        for wrong in (64, -1, 0.5, None):
            with self.assertRaisesRegex(ValueError, "from 0 to 63"):
                env.step(wrong)


class OpenSpiel(unittest.TestCase):
    def test_a_whole_game_as_openspiel_documents_it(self):
        numbers = np.random.default_rng(3)
        game = OpenSpielGame(players=3)
        state = game.new_initial_state()
        self.assertTrue(state.is_initial_state())
        with self.assertRaisesRegex(ValueError, "which player"):
            state.observation_string()
        while not state.is_terminal():
            player = state.current_player()
            legal = state.legal_actions()
            self.assertEqual(legal, sorted(set(legal)))
            self.assertEqual(state.legal_actions(player), legal)
            self.assertEqual(np.flatnonzero(state.legal_actions_mask()).tolist(), legal)
            self.assertEqual(state.returns(), [0.0] * 3)
            if state.is_chance_node():
                self.assertEqual(player, OpenSpielState.CHANCE)
                outcomes, probabilities = zip(*state.chance_outcomes())
                self.assertAlmostEqual(sum(probabilities), 1.0)
                self.assertEqual(list(outcomes), legal)
                action = int(numbers.choice(outcomes, p=probabilities))
                self.assertLess(max(legal), game.max_chance_outcomes())
            else:
                self.assertLess(max(legal), game.num_distinct_actions())
                self.assertEqual(state.legal_actions((player + 1) % 3), [])
                self.assertEqual(sum(state.legal_actions_mask((player + 1) % 3)), 0)
                action = int(numbers.choice(legal))
                self.assertEqual(len(state.observation_tensor()), game.observation_tensor_size())
                self.assertEqual(state.observation_tensor(), state.observation_tensor(player))
                self.assertEqual(state.observation_string(), state.observation_string(player))
                self.assertIn("own", state.observation_string(player))
                with self.assertRaises(ValueError):
                    state.chance_outcomes()
            text = state.action_to_string(player, action)
            self.assertEqual(text, state.action_to_string(action))
            self.assertEqual(state.string_to_action(player, text), action)
            twin = state.clone()
            twin.apply_action(action)
            state.apply_action(action)
            if state.move_number() % 10 == 0:
                self.assertEqual(
                    twin.information_state_string(0), state.information_state_string(0)
                )
            self.assertEqual(state.full_history()[-1], (player, action))
        self.assertAlmostEqual(sum(state.returns()), game.utility_sum())
        self.assertEqual(state.player_reward(1), state.player_return(1))
        self.assertEqual(state.current_player(), OpenSpielState.TERMINAL)
        self.assertEqual(state.legal_actions(), [])
        self.assertEqual(state.move_number(), len(state.history()))
        again = game.deserialize_state(state.serialize())
        self.assertEqual((str(again), again.returns()), (str(state), state.returns()))
        for wrong in (0, 64):
            with self.assertRaises(tatami.IllegalAction):
                state.apply_action(wrong)

    def test_illegal_actions_name_their_rule(self):
        state = OpenSpielState(players=3)
        for gives in range(2):
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            if gives == 0:
                state.apply_action(1)
        for wrong, text in ((63, "."), (1, r"\(D5\)"), (64, "from 0 to 63")):
            with self.assertRaisesRegex(tatami.IllegalAction, text):
                state.apply_action(wrong)

    def test_information_states_remember_everything_seen_and_nothing_else(self):
        # Two games with the same cards in which seat 0 gave them in another order: what lies on the
        # table is the same in the end, but whoever watched can tell them apart.
        def play(first):
            state = OpenSpielState(players=3)
            while state.is_chance_node():
                state.apply_action(state.legal_actions()[0])
            state.apply_action(state.legal_actions()[first])
            return state

        one, other = play(0), play(1)
        self.assertNotEqual(one.information_state_string(2), other.information_state_string(2))
        # The cards that seat 0 draws are its own: nobody else's string depends on them.
        begun = OpenSpielState(players=3)
        begun.apply_action(begun.legal_actions()[0])  # the trophy, for all to see
        drawn = [begun.child(card) for card in begun.legal_actions()[:2]]
        for seat, alike in ((0, False), (1, True), (2, True)):
            strings = {state.information_state_string(seat) for state in drawn}
            self.assertEqual(len(strings) == 1, alike, seat)
        self.assertEqual(drawn[0].history()[:1], begun.history())
        # It only grows.
        before = drawn[0].information_state_string(1)
        after = drawn[0].child(drawn[0].legal_actions()[0]).information_state_string(1)
        self.assertTrue(after.startswith(before) and after != before)


if __name__ == "__main__":
    unittest.main()
