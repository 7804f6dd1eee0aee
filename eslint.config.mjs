import js from "@eslint/js";
import tsPlugin from "@typescript-eslint/eslint-plugin";
import tsParser from "@typescript-eslint/parser";
import robloxTs from "eslint-plugin-roblox-ts";
import layers from "./scripts/lint/layers.mjs";

const node = {
	console: "readonly",
	process: "readonly",
	Buffer: "readonly",
	URL: "readonly",
	performance: "readonly",
	setTimeout: "readonly",
	clearTimeout: "readonly",
	fetch: "readonly",
	AbortSignal: "readonly",
};

export default [
	{ ignores: ["out", "lib", "dist", "include", "generated", ".tools", "node_modules", "tests/docs/code"] },
	{
		files: ["**/*.mjs"],
		...js.configs.recommended,
		languageOptions: { ecmaVersion: "latest", sourceType: "module", globals: node },
	},
	{
		files: ["{src,tests,places,plugin,ui,examples}/**/*.{ts,tsx}", "bench/**/*.ts"],
		languageOptions: {
			parser: tsParser,
			parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname, jsDocParsingMode: "none" },
		},
		plugins: { "@typescript-eslint": tsPlugin, "roblox-ts": robloxTs, dolly: layers },
		rules: {
			...tsPlugin.configs["eslint-recommended"].overrides[0].rules,
			...tsPlugin.configs.recommended.rules,
			...robloxTs.configs.recommended.rules,
			"@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_$" }],
			// Luau's own require takes a ModuleScript; it is not the module system that this rule is about.
			"@typescript-eslint/no-require-imports": "off",
			// A tuple returns numbers without a table; the rule would turn each into an array.
			"roblox-ts/no-user-defined-lua-tuple": "off",
			"dolly/import-direction": "error",
			"dolly/no-engine-globals": "error",
		},
	},
];
