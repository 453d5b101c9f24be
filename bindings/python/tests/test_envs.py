import unittest

import numpy as np

import tatami
from tatami.envs import DojoAEC, DojoVectorEnv, OpenSpielState, TatamokatsuParallel


class Interfaces(unittest.TestCase):
    """What the projects document that an environment has, and what comes out fits its spaces."""

    def has(self, thing, names):
        for name in names.split():
            self.assertTrue(hasattr(thing, name), f"{type(thing).__name__}.{name}")

    def test_gymnasium_vector_env(self):
        env = DojoVectorEnv(8, players=3)
        self.has(env, "reset step close metadata render_mode num_envs unwrapped observation_space "
                      "action_space single_observation_space single_action_space")
        observations, info = env.reset(seed=1)
        self.assertTrue(env.observation_space.contains(observations))
        self.assertTrue(env.single_observation_space.contains(observations[0]))
        chosen = np.array([env.single_action_space.sample(mask) for mask in info["legal"]])
        self.assertTrue(env.action_space.contains(chosen))
        for wrong in (chosen[:3], chosen + 64, chosen.astype(float)):
            self.assertFalse(env.action_space.contains(wrong))
        answer = env.step(chosen)
        self.assertTrue(env.observation_space.contains(answer[0]))
        self.assertEqual([part.shape for part in answer[1:4]], [(8,)] * 3)

    def test_pettingzoo_aec(self):
        env = DojoAEC(players=3)
        self.has(env, "reset step observe last agent_iter close metadata render_mode unwrapped "
                      "possible_agents agents num_agents max_num_agents observation_space action_space")
        env.reset(seed=1)
        self.has(env, "agent_selection rewards _cumulative_rewards terminations truncations infos")
        self.assertEqual((env.num_agents, env.max_num_agents), (3, 3))
        for agent in env.agent_iter():
            seen, _, terminated, truncated, _ = env.last()
            self.assertTrue(env.observation_space(agent).contains(seen))
            for told in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(told), env.agents)
            over = terminated or truncated
            env.step(None if over else env.action_space(agent).sample(seen["action_mask"]))
        self.assertEqual(env.num_agents, 0)

    def test_pettingzoo_parallel(self):
        env = TatamokatsuParallel(players=3)
        self.has(env, "reset step close metadata render_mode unwrapped possible_agents agents "
                      "num_agents max_num_agents observation_space action_space")
        seen, _ = env.reset(seed=1)
        while env.agents:
            for agent in env.agents:
                self.assertTrue(env.observation_space(agent).contains(seen[agent]))
            seen, *_ = env.step({
                agent: env.action_space(agent).sample(seen[agent]["action_mask"])
                for agent in env.agents
            })

    def test_openspiel_state(self):
        self.has(OpenSpielState(players=3), "current_player legal_actions apply_action child clone "
                 "is_terminal is_chance_node is_player_node is_simultaneous_node chance_outcomes "
                 "returns rewards player_return history action_to_string information_state_string "
                 "observation_string observation_tensor num_players num_distinct_actions")


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
        state = OpenSpielState(players=3)
        while not state.is_terminal():
            player = state.current_player()
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes())
                self.assertAlmostEqual(sum(probabilities), 1.0)
                self.assertEqual(list(outcomes), state.legal_actions())
                action = int(numbers.choice(outcomes, p=probabilities))
            else:
                self.assertEqual(state.legal_actions(player), state.legal_actions())
                self.assertEqual(state.legal_actions((player + 1) % 3), [])
                action = int(numbers.choice(state.legal_actions()))
                self.assertEqual(
                    len(state.observation_tensor(player)), state.observation_tensor_size()
                )
                self.assertIn("own", state.observation_string(player))
            twin = state.clone()
            twin.apply_action(action)
            state.apply_action(action)
            self.assertEqual(
                twin.information_state_string(0), state.information_state_string(0)
            )
            self.assertTrue(state.action_to_string(player, action).startswith("{"))
        self.assertAlmostEqual(sum(state.returns()), 1.0)
        self.assertEqual(state.current_player(), OpenSpielState.TERMINAL)

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
