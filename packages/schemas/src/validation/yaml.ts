/**
 * Entry `@parlance/schemas/validation/yaml`: validation of YAML and JSON that people write. Requires the package `yaml`.
 *
 * @module validation/yaml
 */
export { parseYamlInput } from '../kit/parse-yaml-input.js';
export type { YamlInput } from '../kit/parse-yaml-input.js';
