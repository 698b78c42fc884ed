import { expect, test } from "vitest";
import { isModel, queryOf, usual } from "../src/net/models";

test("models are told by their names", () => {
  for (const name of ["a.obj", "House.GLB", "x.y.ifc", "b.gltf", "c.stl", "d.ply"]) expect(isModel(name), name).toBe(true);
  for (const name of ["a.txt", "obj", "a.obj.zip", ".json", "a.objx", ""]) expect(isModel(name), name).toBe(false);
});

test("settings are written as the program reads them", () => {
  expect(queryOf(usual)).toBe("slope=45&head_room=1.8&step=0.35&min_area=0.5");
  expect(queryOf({ ...usual, step: 0, up: "-z", unit: "mm" })).toBe("slope=45&head_room=1.8&step=0&min_area=0.5&up=-z&unit=mm");
});
