/* global document, localStorage, window */
import { nextTick, ref } from "vue";

const KEY = "dolly-code";

/** The language that code is shown in, on every page. */
export const language = ref("lua");

/** Takes over what the page's head has read, once the page is there. */
export function readLanguage() {
	language.value = document.documentElement.dataset.code === "ts" ? "ts" : "lua";
}

/** Changes the language everywhere, and keeps `tab` where it is on the screen. */
export async function choose(code, tab) {
	const before = tab.getBoundingClientRect().top;
	language.value = code;
	document.documentElement.dataset.code = code;
	try {
		localStorage.setItem(KEY, code);
	} catch {
		// A browser that keeps nothing shows Luau first on the next page.
	}
	await nextTick();
	window.scrollBy(0, tab.getBoundingClientRect().top - before);
}
