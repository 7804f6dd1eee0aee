import DefaultTheme from "vitepress/theme";
import { onMounted } from "vue";
import CodeTabs from "./CodeTabs.vue";
import { readLanguage } from "./language.mjs";
import "./style.css";

export default {
	extends: DefaultTheme,
	enhanceApp({ app }) {
		app.component("CodeTabs", CodeTabs);
	},
	setup() {
		onMounted(readLanguage);
	},
};
