import { expect, test } from 'vitest';
import { check } from '../kit/check.js';
import { Agent, AgentUpdateParams } from './agents.contract.js';

const skills = [{ type: 'plugin', skill_id: 'a', version: '1' }];

test('skills of unknown kinds are accepted in responses, and reported in requests', () => {
  expect(check(Agent.shape.skills, skills)).toEqual([]);
  expect(check(AgentUpdateParams, { version: 1, skills })).toMatchObject([
    { path: 'skills.0.type', rule: 'AGT-057', code: 'unknown_value' },
  ]);
});
