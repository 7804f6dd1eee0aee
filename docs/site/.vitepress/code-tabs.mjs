const isIn = (token, ...languages) =>
	token?.type === "fence" && languages.includes(token.info.trim().split(/[\s{]/)[0]);

/** A plugin of markdown-it: a block of Luau directly before one of TypeScript becomes two tabs. */
export function codeTabs(markdown) {
	markdown.core.ruler.push("code-tabs", ({ tokens, Token }) => {
		for (let index = 0; index + 1 < tokens.length; index++) {
			if (!isIn(tokens[index], "lua", "luau") || !isIn(tokens[index + 1], "ts", "tsx")) continue;
			const [open, close] = ["<CodeTabs>\n", "</CodeTabs>\n"].map((content) =>
				Object.assign(new Token("html_block", "", 0), { content }),
			);
			tokens.splice(index, 2, open, tokens[index], tokens[index + 1], close);
			index += 3;
		}
	});
}
