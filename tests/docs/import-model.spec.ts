import { Workspace } from "@rbxts/services";
import { builtNormals, builtTriangles, builtVertices, farthest, meshParts } from "../built-vertices";
import { headless } from "../headless";
import { fromBase64 } from "../oracle-data";
import {
	expectedNormals,
	expectedTriangles,
	expectedVertices,
	ImportFixture,
	importFixtures,
	partsOf,
	sizeOf,
} from "../roblox/model/import-fixtures";
import { ImportedModel, importModel } from "../../src";
import { bindModel } from "../../src/roblox/model/bind-model";
import { destroyMixers } from "../../src/roblox/model/imported-model";
import { showClip } from "../roblox/rig/show-clip";

/** How far vertices may be from where the independent skinner has them, as a part of the model's size. */
const TOLERANCE = 1e-4;

/** How far a normal's numbers may be off: half a step of a byte that stands for -1 to 1, in each of two directions. */
const NORMAL_TOLERANCE = 0.01;

/** Shows a model as somebody does who imports one and plays its clip. */
function showModel(file: buffer): ImportedModel {
	const imported = importModel(file, { parent: Workspace });
	imported.model.PivotTo(CFrame.lookAt(Vector3.zero, new Vector3(0, 0, -10)));
	if (imported.clips.has("Walk")) imported.play("Walk", { loop: true, fade: 0.2 });
	return imported;
}

function compare(fixture: ImportFixture, parts: Array<MeshPart>, moment: number): void {
	const allowed = sizeOf(fixture) * TOLERANCE;
	parts.forEach((part, index) => {
		const off = farthest(builtVertices(part), expectedVertices(fixture.primitives[index][moment]));
		if (!(off <= allowed)) {
			error(`${part.Name} is ${off} studs off at moment ${moment}, and ${allowed} are allowed`, 0);
		}
		const tilted = farthest(builtNormals(part), expectedNormals(fixture.normals[index][moment]));
		if (!(tilted <= NORMAL_TOLERANCE)) {
			error(`normals of ${part.Name} are ${tilted} off at moment ${moment}, and ${NORMAL_TOLERANCE} are allowed`, 0);
		}
	});
}

export = () => {
	const itHeadless = headless ? it : itSKIP;

	describe("an import", () => {
		for (const fixture of importFixtures()) {
			itHeadless(`puts every vertex of a GLB where it belongs, and moves it there: ${fixture.name}`, () => {
				const imported = showModel(fromBase64(fixture.glb));
				const [ok, problem] = pcall(() => {
					expect(imported.model.Parent).to.equal(Workspace);
					// It was turned to look elsewhere; the file's own place is at the origin, looking along +Z.
					imported.model.PivotTo(CFrame.lookAt(Vector3.zero, Vector3.zAxis));
					// It plays: at rest again, it is looked at moment by moment.
					destroyMixers(imported.model);
					headless!.step(1 / 60);
					const all = meshParts(imported.model);
					expect(all.size()).to.equal(fixture.primitives.size());
					const parts = partsOf(fixture, all);
					compare(fixture, parts, 0);
					parts.forEach((part, index) => {
						expect(builtTriangles(part).join()).to.equal(expectedTriangles(fixture, index).join());
					});
					const bound = bindModel(imported.scene, imported.model);
					fixture.times.forEach((time, index) => {
						const track = showClip(bound, fixture.clip!, time);
						headless!.step(1 / 60);
						compare(fixture, parts, index + 1);
						track.stop(0);
					});
				});
				imported.destroy();
				if (!ok) error(problem, 0);
			});
		}

		itHeadless("has one editable mesh for all that draw the same, mirrored or not apart", () => {
			for (const fixture of importFixtures().filter(({ name }) => name.sub(1, 6) === "forest")) {
				const before = headless!.editableMeshes.count();
				const imported = showModel(fromBase64(fixture.glb));
				expect(meshParts(imported.model).size()).to.equal(12);
				expect(headless!.editableMeshes.count() - before).to.equal(2);
				imported.destroy();
			}
		});
	});
};
