import { posix } from "node:path";

/** Links and pictures of Markdown, and of the HTML in it: what stands before the address, the address, what stands after it. */
const LINK = /(\]\(|\b(?:src|href)=")([^)"\s]+)(\)|")/g;
const IS_ABSOLUTE = /^(?:[a-z]+:|#|\/)/;
const IS_PICTURE = /\.(?:png|svg|gif|webp)$/;

/** Every address in a page that is relative to it. */
export function relativeLinks(markdown) {
	const prose = markdown.replaceAll(/^```[^]*?^```$/gm, "").replaceAll(/`[^`\n]*`/g, "");
	return [...prose.matchAll(LINK)].map(([, , address]) => address).filter((address) => !IS_ABSOLUTE.test(address));
}

/**
 * Gives a page that can be read anywhere: `repository` is the address of its tree on GitHub, `version` the tag that its links lead to,
 * `folder` where the page stands in the tree.
 */
export function absoluteLinks(markdown, { repository, version, folder = "." }) {
	return markdown.replaceAll(LINK, (whole, before, address, after) => {
		if (IS_ABSOLUTE.test(address)) return whole;
		const kind = IS_PICTURE.test(address) ? "raw" : "blob";
		return `${before}${repository}/${kind}/v${version}/${posix.join(folder, address)}${after}`;
	});
}
