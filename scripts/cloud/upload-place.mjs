import { CloudProblem } from "./request.mjs";

/** What the endpoint takes. */
export const MOST_BYTES = 10_485_760;

/** Saves a place file as a new version of a place, without publishing it; gives the version's number. */
export async function uploadPlace(cloud, { universe, place }, bytes) {
	const what = "uploading the test place";
	if (bytes.length > MOST_BYTES) {
		throw new CloudProblem(`${what}: it has ${bytes.length} bytes, and ${MOST_BYTES} may be uploaded`);
	}
	const { versionNumber } = await cloud.send(
		"POST",
		`/universes/v1/${universe}/places/${place}/versions?versionType=Saved`,
		{
			what,
			body: bytes,
			type: "application/octet-stream",
			refusals: {
				400: "Roblox refused the file",
				401: "the key was refused: check ROBLOX_API_KEY, its expiry date and the addresses that it may be used from",
				403: `the key may not write place ${place}: it needs universe-places:write for universe ${universe}`,
				404: `there is no place ${place} in a universe ${universe}: check DOLLY_PLACE_ID and DOLLY_UNIVERSE_ID`,
				409: `place ${place} is not part of universe ${universe}: check DOLLY_PLACE_ID and DOLLY_UNIVERSE_ID`,
			},
		},
	);
	if (!Number.isInteger(versionNumber)) throw new CloudProblem(`${what}: the answer names no version`);
	return versionNumber;
}
