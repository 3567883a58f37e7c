// What eslint looks for. Names that don't exist are found by tsc.
const js = require("@eslint/js");

const unused = { vars: "local", argsIgnorePattern: "^_", varsIgnorePattern: "^_" };

module.exports = [
  js.configs.recommended,
  // Scripts of pages that also work from a disk are no modules: they share their names.
  { files: ["brickyard/{web,table}/static/**/*.js"], languageOptions: { sourceType: "script" } },
  {
    rules: {
      "no-undef": "off",
      "no-unused-vars": ["error", unused],
      eqeqeq: "error",
      "prefer-const": "error",
      // Prettier leaves the markup in templates alone.
      "max-len": ["error", { code: 110 }],
    },
  },
];
