export function copyBuffer(source: buffer): buffer {
	const copy = buffer.create(buffer.len(source));
	buffer.copy(copy, 0, source);
	return copy;
}
