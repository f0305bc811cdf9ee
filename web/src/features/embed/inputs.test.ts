import { expect, test } from "vitest";
import { changed, check } from "../../storage/testInputs.ts";
import { readRequest } from "./protocol.ts";

const MESSAGE = {
  fairshare: 1,
  id: 7,
  method: "set",
  params: { settings: { "network.forward.rate": 1e6 }, t: 1 },
};

test("any message of another page is a request, is not addressed to the view, or is refused with its place", () => {
  check(changed(MESSAGE), (message) => {
    try {
      return readRequest(message) !== null;
    } catch (error) {
      expect(error).toHaveProperty("at", expect.any(String));
      return false;
    }
  });
});
