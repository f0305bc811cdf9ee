// Network profiles become scenarios that the simulator accepts, with the figures of the file, and errors name the field.
import { beforeAll, expect, test } from "vitest";
import { computeRun } from "../../engine/testRuns.ts";
import { loadWasm } from "../../engine/testWasm.ts";
import { readPathFile, readProfile, scenarioOf } from "./profile.ts";
import profiles from "./profiles.json" with { type: "json" };

const brazil = profiles["brazil/cellular/network-profile-1"];

const read = (value: unknown) => {
  const profile = readProfile(value);
  if (!profile) throw new Error("This is no profile.");
  return profile;
};

beforeAll(loadWasm);

test("a profile with its units", () => {
  const doc = scenarioOf(read(brazil), "network-profile-1");
  expect(doc).toMatchObject({
    duration: 30,
    network: {
      forward: { rate: 6_792_000, delay: 0.024, queue: { kind: "drop_tail", limit: { bytes: 11_961 } } },
      reverse: { rate: 1e8, delay: 0, queue: { limit: { bytes: 15_000_000 } } },
    },
    flows: [{ id: "upload" }, { id: "cross", params: { rate: 5_582_000 }, packet: 1000 }],
  });
  expect(doc.timeline).toHaveLength(29);
  expect(doc.timeline?.[28]).toEqual({ at: 29, set: "flows.cross.params.rate", to: 6_208_000 });
  expect(doc.note).toContain("https://pantheon.stanford.edu/result/106/");
});

test("all profiles that the page brings along run, and their cross traffic has its mean rate", () => {
  expect(Object.keys(profiles)).toHaveLength(12);
  for (const [name, value] of Object.entries(profiles)) {
    const profile = read(value);
    const { summary } = computeRun({ ...scenarioOf(profile, name), warmup: 0 });
    const cross = summary.flows.find(({ id }) => id === "cross");
    const mean = profile.measured.cross.reduce((sum, rate) => sum + rate, 0) / 30;
    expect((((cross?.sent ?? 0) * 8000) / 30 - mean) / mean, name).toBeCloseTo(0, 1);
  }
});

test("the measured direction of a download is the downlink", () => {
  const { uplink, downlink } = brazil.config;
  const turned = {
    ...brazil,
    data_flow_direction: "download",
    config: { uplink: downlink, downlink: uplink },
  };
  const doc = scenarioOf(read(turned), "turned");
  expect(doc.network).toMatchObject({ forward: { rate: 6_792_000 }, reverse: { rate: 1e8 } });
  expect(doc.flows?.[0]?.id).toBe("download");
});

test("another file is no profile, and a broken one names its field", async () => {
  const fileOf = (value: unknown): File => new File([JSON.stringify(value)], "mine.json");
  expect(await readPathFile(fileOf({ v: 1, flows: [] }))).toBeNull();
  expect(await readPathFile(new File(["no JSON"], "mine.json"))).toBeNull();
  const broken = (change: object) => ({
    ...brazil,
    config: { ...brazil.config, uplink: { ...brazil.config.uplink, ...change } },
  });
  await expect(readPathFile(fileOf(broken({ bottleneck_bandwidth: "fast" })))).rejects.toThrow(
    "config.uplink.bottleneck_bandwidth",
  );
  await expect(readPathFile(fileOf(broken({ cross_traffic_pattern: [1, -1] })))).rejects.toThrow(
    "config.uplink.cross_traffic_pattern.1",
  );
  await expect(readPathFile(fileOf({ ...brazil, data_flow_direction: "up" }))).rejects.toThrow(
    "data_flow_direction",
  );
});
