/** How the site's search orders what it finds, and under which words. */
export const searchOptions = {
	detailedView: false,
	miniSearch: {
		searchOptions: {
			fuzzy: 0.15,
			prefix: true,
			boost: { title: 6, titles: 2, text: 1 },
			// Pages of users come before those of contributors. Both functions run in the reader's browser, and use nothing from here.
			boostDocument(id) {
				if (id.includes("/contributing/")) return 0.2;
				return id.includes("/api/") ? 1 : 2;
			},
			/** Words of the field that people look for, and what the pages call the same. */
			processTerm(term) {
				const others = {
					fov: ["fieldofview"],
					lens: ["fieldofview"],
					zoom: ["zoom", "fieldofview"],
					tween: ["createshot", "easing"],
					lerp: ["createshot", "easing"],
					death: ["killcam"],
					screenshake: ["shake"],
					camerashake: ["shake"],
					handheld: ["shake", "handheld"],
					fbx: ["gltf", "import"],
					obj: ["gltf", "import"],
					blender: ["blender", "gltf"],
					datastore: ["recordingstore", "data"],
					remoteevent: ["recordingremote"],
					freecam: ["freecam", "fly"],
					timelapse: ["retimerecording"],
					slowmotion: ["speed", "slow"],
					slowmo: ["speed", "slow"],
				};
				const word = term.toLowerCase();
				return [word, ...(Object.hasOwn(others, word) ? others[word] : [])];
			},
		},
	},
};
