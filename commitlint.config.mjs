/** Conventional Commits. Subjects fit into `git log --oneline`; wrapped bodies may contain a long URL. */
export default {
  extends: ['@commitlint/config-conventional'],
  rules: {
    'header-max-length': [2, 'always', 72],
    'body-max-line-length': [0],
    'footer-max-line-length': [0],
  },
};
