import { Workspace } from "@rbxts/services";
import { CAMERA_SAMPLE_SIZE } from "../../../src/motion/camera-path";
import { CameraPlayer } from "../../../src/camera";
import { takePath } from "../../../src/take/take-path";
import { headless } from "../../headless";
import { straightTake } from "../../take/make-take";

export = () => {
	(headless ? it : itSKIP)(
		"a path plays on while the local player spawns, and the camera is then the character's",
		() => {
			const { players, step } = headless!;
			const ada = players.join();
			players.setLocal(ada);
			players.spawn(ada);
			const camera = Workspace.CurrentCamera!;
			const path = takePath(straightTake(120));
			const player = new CameraPlayer(path);
			player.play();
			for (const frame of $range(1, 30)) {
				if (frame === 10) players.spawn(ada, new Vector3(500, 0, 0));
				step(1 / 60);
				const sample = buffer.create(CAMERA_SAMPLE_SIZE);
				path.sample(player.position, sample);
				const shown = new Vector3(buffer.readf64(sample, 0), buffer.readf64(sample, 8), buffer.readf64(sample, 16));
				assert(camera.CFrame.Position.sub(shown).Magnitude < 1e-3, `frame ${frame} shows ${camera.CFrame.Position}`);
			}
			player.destroy();
			step(1 / 60);
			expect(camera.CameraType).to.equal(Enum.CameraType.Custom);
			players.setLocal(undefined);
			players.leave(ada);
			step(1 / 60);
		},
	);
};
