/** Below the game's own GUIs, which default to 0: subtitles may be on the bars. */
const DISPLAY_ORDER = -1;

function makeBar(name: string, anchor: Vector2, parent: ScreenGui): Frame {
	const bar = new Instance("Frame");
	bar.Name = name;
	bar.BackgroundColor3 = new Color3();
	bar.BorderSizePixel = 0;
	bar.AnchorPoint = anchor;
	bar.Size = UDim2.fromScale(0, 0);
	bar.Position = UDim2.fromScale(anchor.X, anchor.Y);
	bar.Parent = parent;
	return bar;
}

/** The name of cutscene screens: no cutscene hides another's. */
export const SCREEN_NAME = "DollyCutscene";

/** A cutscene's own screen: black bars that leave a picture of one aspect ratio, and a button that skips. */
export class Letterbox {
	private readonly screen = new Instance("ScreenGui");
	private readonly bars = new Array<Frame>();
	/** The screen size that the bars fit. */
	private fitted = Vector2.zero;

	/** @param ratio false for no bars */
	constructor(private readonly ratio: number | false) {
		const { screen } = this;
		screen.Name = SCREEN_NAME;
		screen.DisplayOrder = DISPLAY_ORDER;
		screen.ResetOnSpawn = false;
		// The camera also renders behind notches and the top bar.
		screen.ScreenInsets = Enum.ScreenInsets.None;
		if (ratio === false) return;
		this.bars.push(makeBar("First", Vector2.zero, screen), makeBar("Second", Vector2.one, screen));
	}

	/** Adds a button for devices without keys. */
	public addButton(onPressed: () => void): void {
		const button = new Instance("TextButton");
		button.Name = "Skip";
		button.Text = "Skip";
		button.TextSize = 20;
		button.TextColor3 = new Color3(1, 1, 1);
		button.BackgroundColor3 = new Color3();
		button.BackgroundTransparency = 0.4;
		button.AnchorPoint = Vector2.one;
		button.Position = new UDim2(1, -24, 1, -24);
		button.Size = UDim2.fromOffset(96, 44);
		button.Activated.Connect(onPressed);
		button.Parent = this.screen;
	}

	public show(playerGui: Instance): void {
		this.screen.Parent = playerGui;
		this.fit();
	}

	/** Fits the bars to the screen, whose size may have changed: above and below, or at the sides of a wide one. */
	public fit(): void {
		const { ratio, screen, bars } = this;
		const size = screen.AbsoluteSize;
		if (ratio === false || size === this.fitted || size.X <= 0 || size.Y <= 0) return;
		this.fitted = size;
		const height = (1 - size.X / size.Y / ratio) / 2;
		const width = (1 - (ratio * size.Y) / size.X) / 2;
		const barSize = height >= 0 ? UDim2.fromScale(1, height) : UDim2.fromScale(width, 1);
		for (const bar of bars) bar.Size = barSize;
	}

	public destroy(): void {
		this.screen.Destroy();
	}
}
