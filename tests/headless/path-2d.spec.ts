import { failureOf } from "../expect-failure";
import { headless } from ".";

export = () => {
	const test = headless ? it : itSKIP;
	let screen: ScreenGui;
	let path: Path2D;

	beforeEach(() => {
		screen = new Instance("ScreenGui");
		const frame = new Instance("Frame");
		frame.Size = UDim2.fromOffset(200, 100);
		frame.Parent = screen;
		path = new Instance("Path2D");
		path.Parent = frame;
	});
	afterEach(() => screen.Destroy());

	const at = (x: number, y: number) => new Path2DControlPoint(UDim2.fromOffset(x, y));
	const written = (position: UDim2) =>
		[position.X.Scale, position.X.Offset, position.Y.Scale, position.Y.Offset].join(" ");
	const positions = () =>
		(path.GetControlPoints() as Array<Path2DControlPoint>).map(({ Position }) => Position.X.Offset).join(" ");

	test("is made of points that are copies, with defaults", () => {
		const point = at(3, 4);
		expect(typeOf(point)).to.equal("Path2DControlPoint");
		expect(point.LeftTangent).to.equal(new UDim2());
		expect(at(3, 4)).to.equal(point);
		path.SetControlPoints([point, at(5, 6)]);
		const [first] = path.GetControlPoints() as Array<Path2DControlPoint>;
		expect(first).to.equal(point);
		expect(path.Clone().GetControlPoints().size()).to.equal(2);
		expect([path.Thickness, path.ZIndex, path.Visible, path.Closed].map(tostring).join(" ")).to.equal("1 1 true false");
		failureOf(() => path.SetControlPoints([new Vector2(1, 2) as never]));
		failureOf(() => path.SetControlPoints([new Path2DControlPoint(UDim2.fromScale(0 / 0, 0))]));
		failureOf(() => ((path as unknown as { Transparency: number }).Transparency = 0.5));
		failureOf(() => ((path as unknown as { Fill: boolean }).Fill = true));
	});

	test("inserts, updates and removes points, and tells of each change", () => {
		let changes = 0;
		path.ControlPointChanged.Connect(() => changes++);
		path.SetControlPoints([at(1, 0), at(3, 0)]);
		path.InsertControlPoint(2, at(2, 0));
		path.InsertControlPoint(4, at(4, 0));
		path.UpdateControlPoint(1, at(9, 0));
		path.RemoveControlPoint(3);
		expect(positions()).to.equal("9 2 4");
		task.wait();
		expect(changes).to.equal(5);
		expect(path.GetControlPoint(3).Position.X.Offset).to.equal(4);
	});

	test("warns and changes nothing past the end and past 50 points", () => {
		path.SetControlPoints([at(1, 0)]);
		path.InsertControlPoint(0, at(2, 0));
		path.InsertControlPoint(3, at(2, 0));
		path.UpdateControlPoint(2, at(2, 0));
		path.RemoveControlPoint(2);
		const most = path.GetMaxControlPoints();
		expect(most).to.equal(50);
		const line = (count: number) => {
			const points = new Array<Path2DControlPoint>();
			for (const index of $range(1, count)) points.push(at(index, 0));
			return points;
		};
		path.SetControlPoints(line(51));
		expect(positions()).to.equal("1");
		path.SetControlPoints(line(50));
		path.InsertControlPoint(1, at(0, 0));
		expect(path.GetControlPoints().size()).to.equal(50);
		expect(headless!.takeWarnings().size()).to.equal(6);
		failureOf(() => path.GetControlPoint(51));
	});

	test("goes through its points along cubic Béziers, scale and offset apart", () => {
		failureOf(() => path.GetPositionOnCurve(0));
		const zero = new UDim2();
		path.SetControlPoints([
			new Path2DControlPoint(UDim2.fromScale(0, 1), zero, new UDim2(0, 8, 0, 0)),
			new Path2DControlPoint(UDim2.fromScale(1, 0), new UDim2(0, -8, 0, 0), zero),
			at(0, 16),
		]);
		expect(written(path.GetPositionOnCurve(0))).to.equal("0 0 1 0");
		expect(written(path.GetPositionOnCurve(0.5))).to.equal("1 0 0 0");
		// (p0 + 3 p1 + 3 p2 + p3) / 8 of x: scale 0, 0, 1, 1 and offset 0, 8, -8, 0
		expect(written(path.GetPositionOnCurve(0.25))).to.equal("0.5 0 0.5 0");
		expect(written(path.GetPositionOnCurve(1))).to.equal("0 0 0 16");
		failureOf(() => path.GetPositionOnCurve(1.01));
	});

	test("measures itself in its parent", () => {
		path.SetControlPoints([at(0, 0), new Path2DControlPoint(UDim2.fromScale(0.5, 0)), at(100, 100)]);
		expect(path.GetLength()).to.be.near(200, 1e-3);
		expect(written(path.GetPositionOnCurveArcLength(0.75)).split(" ")[3]).to.equal("50");
		const box = path.GetBoundingRect();
		expect(`${box.Width} ${box.Height}`).to.equal("100 100");
		path.Closed = true;
		expect(path.GetLength()).to.be.near(200 + math.sqrt(20000), 1e-2);
		path.Parent = undefined;
		failureOf(() => path.GetLength());
	});
};
