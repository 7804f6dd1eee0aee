import { headless } from ".";
import type { LayoutEntry } from "./session";

/** A GUI object with its children, under no parent. */
function make<K extends keyof CreatableInstances>(
	className: K,
	properties: Partial<WritableInstanceProperties<CreatableInstances[K]>>,
	children: Array<Instance> = [],
): CreatableInstances[K] {
	const instance = new Instance(className);
	for (const [key, value] of pairs(properties as unknown as Map<string, unknown>)) {
		(instance as unknown as Map<string, unknown>).set(key, value);
	}
	for (const child of children) child.Parent = instance;
	return instance;
}

function frame(name: string, size: UDim2, properties: Partial<WritableInstanceProperties<Frame>> = {}): Frame {
	return make("Frame", { ...properties, Name: name, Size: size, BorderSizePixel: 0 });
}

/** "x y width height" of the object of that name, laid out on a screen of 400 by 300. */
function rectangles(children: Array<Instance>): (name: string) => string {
	const screen = make("ScreenGui", {}, children);
	const entries = headless!.layout(screen, 400, 300);
	const byName = new Map<string, LayoutEntry>();
	for (const entry of entries) byName.set(entry.instance.Name, entry);
	return (name) => {
		const entry = byName.get(name);
		if (!entry) return "not laid out";
		// UDim holds single precision, so 0.1 of 400 is 40.0000006.
		const numbers = [entry.x, entry.y, entry.width, entry.height].map((value) => math.round(value * 1000) / 1000);
		return numbers.join(" ");
	};
}

const px = (width: number, height: number) => UDim2.fromOffset(width, height);

export = () => {
	const test = headless ? it : itSKIP;

	test("places an object by scale and offset, and moves it by its anchor", () => {
		const at = rectangles([
			frame("a", new UDim2(0.5, 10, 0.25, 5), { Position: new UDim2(0.1, 3, 0.2, 4) }),
			frame("b", px(100, 40), { Position: UDim2.fromScale(1, 1), AnchorPoint: new Vector2(1, 0.5) }),
		]);
		// 400 × 0.1 + 3, 300 × 0.2 + 4, 400 × 0.5 + 10, 300 × 0.25 + 5
		expect(at("a")).to.equal("43 64 210 80");
		expect(at("b")).to.equal("300 280 100 40");
	});

	test("puts children inside the parent's padding, which scales with the parent", () => {
		const parent = frame("parent", px(200, 100), { Position: px(20, 10) });
		make("UIPadding", {
			PaddingLeft: new UDim(0.1, 0),
			PaddingRight: new UDim(0, 30),
			PaddingTop: new UDim(0, 5),
			PaddingBottom: new UDim(0.05, 0),
		}).Parent = parent;
		frame("child", UDim2.fromScale(1, 1)).Parent = parent;
		// left 20, right 30, top 5, bottom 5: 150 by 90 are left.
		expect(rectangles([parent])("child")).to.equal("40 15 150 90");
	});

	test("lays hidden objects out nowhere", () => {
		const at = rectangles([
			make("UIListLayout", {}),
			frame("hidden", px(10, 10), { Visible: false }),
			frame("shown", px(10, 20)),
		]);
		expect(at("hidden")).to.equal("not laid out");
		expect(at("shown")).to.equal("0 0 10 20");
	});

	describe("UIListLayout", () => {
		test("stacks in LayoutOrder with padding between", () => {
			const at = rectangles([
				make("UIListLayout", { Padding: new UDim(0, 8), SortOrder: Enum.SortOrder.LayoutOrder }),
				frame("second", px(60, 20), { LayoutOrder: 2 }),
				frame("first", px(40, 30), { LayoutOrder: 1 }),
			]);
			expect(at("first")).to.equal("0 0 40 30");
			expect(at("second")).to.equal("0 38 60 20");
		});

		test("sorts by name when told to", () => {
			const at = rectangles([
				make("UIListLayout", { SortOrder: Enum.SortOrder.Name }),
				frame("b", px(10, 20), { LayoutOrder: 1 }),
				frame("a", px(10, 30), { LayoutOrder: 2 }),
			]);
			expect(at("a")).to.equal("0 0 10 30");
			expect(at("b")).to.equal("0 30 10 20");
		});

		test("aligns the whole and each item across", () => {
			const at = rectangles([
				make("UIListLayout", {
					FillDirection: Enum.FillDirection.Horizontal,
					HorizontalAlignment: Enum.HorizontalAlignment.Right,
					VerticalAlignment: Enum.VerticalAlignment.Center,
					Padding: new UDim(0.05, 0),
				}),
				frame("a", px(50, 20)),
				frame("b", px(30, 60)),
			]);
			// 50 + 20 + 30 = 100 wide, at the right of 400; the row is 60 high, centred in 300; a is centred in the row.
			expect(at("a")).to.equal("300 140 50 20");
			expect(at("b")).to.equal("370 120 30 60");
		});

		test("spreads and fills with flex", () => {
			const between = rectangles([
				make("UIListLayout", {
					FillDirection: Enum.FillDirection.Horizontal,
					HorizontalFlex: Enum.UIFlexAlignment.SpaceBetween,
				}),
				frame("a", px(50, 20)),
				frame("b", px(50, 20)),
				frame("c", px(100, 20)),
			]);
			// 400 - 200 = 200 left, in two gaps.
			expect(between("b")).to.equal("150 0 50 20");
			expect(between("c")).to.equal("300 0 100 20");

			const fill = rectangles([
				make("UIListLayout", {
					FillDirection: Enum.FillDirection.Horizontal,
					HorizontalFlex: Enum.UIFlexAlignment.Fill,
					Padding: new UDim(0, 10),
				}),
				frame("a", px(50, 20)),
				frame("b", px(90, 20)),
			]);
			// 400 - 10 - 140 = 250 left, 125 to each.
			expect(fill("a")).to.equal("0 0 175 20");
			expect(fill("b")).to.equal("185 0 215 20");
		});

		test("gives what is left to the item that grows, and takes what lacks from the one that shrinks", () => {
			const growing = make("Frame", { Name: "growing", Size: px(20, 10) }, [
				make("UIFlexItem", { FlexMode: Enum.UIFlexMode.Fill }),
			]);
			const at = rectangles([
				make("UIListLayout", { FillDirection: Enum.FillDirection.Horizontal, Padding: new UDim(0, 5) }),
				frame("fixed", px(100, 10)),
				growing,
				frame("last", px(60, 10)),
			]);
			// 400 - 2 × 5 - 100 - 60
			expect(at("growing")).to.equal("105 0 230 10");
			expect(at("last")).to.equal("340 0 60 10");

			const shrinking = make("Frame", { Name: "shrinking", Size: px(300, 10) }, [
				make("UIFlexItem", { FlexMode: Enum.UIFlexMode.Shrink }),
			]);
			const tight = rectangles([
				make("UIListLayout", {
					FillDirection: Enum.FillDirection.Horizontal,
					SortOrder: Enum.SortOrder.LayoutOrder,
				}),
				shrinking,
				frame("fixed", px(250, 10)),
			]);
			expect(tight("shrinking")).to.equal("0 0 150 10");
			expect(tight("fixed")).to.equal("150 0 250 10");
		});

		test("wraps items that do not fit into further lines, as high as their highest item", () => {
			const at = rectangles([
				make("UIListLayout", {
					FillDirection: Enum.FillDirection.Horizontal,
					Wraps: true,
					Padding: new UDim(0, 10),
				}),
				frame("a", px(190, 20)),
				frame("b", px(200, 40)),
				frame("c", px(50, 10)),
			]);
			// 190 + 10 + 200 fits in 400 exactly; c begins the next line, below the 40 of the first and a gap of 10.
			expect(at("b")).to.equal("200 0 200 40");
			expect(at("c")).to.equal("0 50 50 10");
		});

		test("stretches items across their line", () => {
			const at = rectangles([
				make("UIListLayout", { ItemLineAlignment: Enum.ItemLineAlignment.Stretch }),
				frame("a", px(50, 20)),
			]);
			expect(at("a")).to.equal("0 0 400 20");
		});
	});

	describe("AutomaticSize", () => {
		test("grows a frame around its list and its padding, but not below its size", () => {
			const content = () => [
				make("UIListLayout", { Padding: new UDim(0, 4) }),
				make("UIPadding", { PaddingTop: new UDim(0, 6), PaddingBottom: new UDim(0, 6) }),
				frame("one", px(10, 30)),
				frame("two", px(10, 20)),
			];
			const at = rectangles([
				make("Frame", { Name: "grown", Size: px(80, 10), AutomaticSize: Enum.AutomaticSize.Y }, content()),
			]);
			// 6 + 30 + 4 + 20 + 6
			expect(at("grown")).to.equal("0 0 80 66");
			expect(at("two")).to.equal("0 40 10 20");
			const held = rectangles([
				make("Frame", { Name: "held", Size: px(80, 90), AutomaticSize: Enum.AutomaticSize.Y }, content()),
			]);
			expect(held("held")).to.equal("0 0 80 90");
		});

		test("grows a label to its text: a line is TextSize high, and words wrap at the label's width", () => {
			const label = (name: string, text: string, wrapped: boolean) =>
				make("TextLabel", {
					Name: name,
					Text: text,
					TextSize: 20,
					TextWrapped: wrapped,
					Size: px(wrapped ? 100 : 0, 0),
					AutomaticSize: wrapped ? Enum.AutomaticSize.Y : Enum.AutomaticSize.XY,
				});
			const at = rectangles([label("line", "aaaa", false), label("wrapped", "aaaaaaaa aaaaaaaa aaaa", true)]);
			// Source Sans's a is 0.504 em and its space 0.2 em, an em 20 / 1.257 = 15.91 pixels: 4 × 8.019 = 32.08, up to 33.
			expect(at("line")).to.equal("0 0 33 20");
			// Eight a are 64.15; two such words and a space do not fit in 100, a word of eight, a space and one of four do: 99.4.
			expect(at("wrapped")).to.equal("0 0 100 40");
		});
	});

	test("holds sizes within UISizeConstraint and to UIAspectRatioConstraint", () => {
		const at = rectangles([
			make("Frame", { Name: "limited", Size: UDim2.fromScale(1, 0.01) }, [
				make("UISizeConstraint", { MinSize: new Vector2(0, 24), MaxSize: new Vector2(250, 100) }),
			]),
			make("Frame", { Name: "wide", Size: px(100, 70) }, [make("UIAspectRatioConstraint", { AspectRatio: 2 })]),
		]);
		expect(at("limited")).to.equal("0 0 250 24");
		expect(at("wide")).to.equal("0 0 100 50");
	});

	test("grows a scrolling frame's canvas, moves what is in it, and cuts it off at the frame", () => {
		const scroll = make(
			"ScrollingFrame",
			{
				Name: "scroll",
				Size: px(100, 50),
				CanvasSize: UDim2.fromOffset(0, 0),
				AutomaticCanvasSize: Enum.AutomaticSize.Y,
				CanvasPosition: new Vector2(0, 15),
			},
			[make("UIListLayout", {}), frame("a", px(40, 40)), frame("b", px(40, 40))],
		);
		const screen = make("ScreenGui", {}, [scroll]);
		const entries = headless!.layout(screen, 400, 300);
		expect(entries[0].canvasHeight).to.equal(80);
		expect(entries[1].y).to.equal(-15);
		expect(entries[2].y).to.equal(25);
		expect(entries[2].clip.height).to.equal(50);
		// The canvas ends 30 below the frame: no further can it be scrolled.
		scroll.CanvasPosition = new Vector2(0, 1000);
		expect(headless!.layout(screen, 400, 300)[1].y).to.equal(-30);
	});
};
