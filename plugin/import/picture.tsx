import Vide from "@rbxts/vide";
import { theme } from "../../ui/theme";
import type { ImportSession } from "./import-session";

const HEIGHT = 180;
/** Degrees that the picture sees from bottom to top. */
const FIELD_OF_VIEW = 40;
/** From the front, a little from the right and from above. */
const VIEW = new Vector3(0.5, 0.4, 1).Unit;

/** Where a camera stands that sees all of a model. */
function viewOf(model: Model): CFrame {
	const [box, size] = model.GetBoundingBox();
	const distance = size.Magnitude / 2 / math.sin(math.rad(FIELD_OF_VIEW / 2));
	const center = box.Position;
	return CFrame.lookAt(center.add(VIEW.mul(math.max(distance, 0.1))), center);
}

/** What the chosen file holds, built and seen from the front. */
export function Picture({ session, order }: { session: ImportSession; order: number }) {
	const camera = new Instance("Camera");
	camera.FieldOfView = FIELD_OF_VIEW;
	return (
		<viewportframe
			Name="Picture"
			LayoutOrder={order}
			Visible={() => session.picture() !== undefined}
			CurrentCamera={camera}
			BackgroundColor3={() => theme().input}
			Size={new UDim2(1, 0, 0, HEIGHT)}
			action={(frame) => {
				camera.Parent = frame;
				Vide.effect(() => {
					const model = session.picture();
					if (!model) return;
					camera.CFrame = viewOf(model);
					model.Parent = frame;
				});
			}}
		>
			<uicorner CornerRadius={new UDim(0, 4)} />
		</viewportframe>
	);
}
