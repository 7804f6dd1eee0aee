/** The only visible object of that name and class below `root`; a spec that finds none, or several, fails. */
export function findGui<T extends keyof Instances>(root: Instance, name: string, className: T): Instances[T] {
	const found = new Array<Instance>();
	for (const instance of root.GetDescendants()) {
		if (instance.Name === name && instance.IsA(className) && isShown(instance, root)) found.push(instance);
	}
	assert(found.size() === 1, `${found.size()} shown objects are a ${className} named ${name}`);
	return found[0] as Instances[T];
}

function isShown(instance: Instance, root: Instance): boolean {
	let current: Instance | undefined = instance;
	while (current && current !== root) {
		if (current.IsA("GuiObject") && !current.Visible) return false;
		current = current.Parent;
	}
	return true;
}

/** The text of the only visible label or button of that name. */
export function textOf(root: Instance, name: string): string {
	const found = findGui(root, name, "GuiObject") as unknown as TextLabel;
	return found.Text;
}

/** Whether something of that name shows below `root`. */
export function isGuiShown(root: Instance, name: string): boolean {
	return root.GetDescendants().some((instance) => instance.Name === name && isShown(instance, root));
}
