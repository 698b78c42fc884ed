/**
 * What is told of a character, from a frame alone.
 */
import type { Frame } from "../../types";
import { stateOf } from "../colors";
import type { Session } from "../session";
import { density, meters, speed } from "../words";

export function characterFacts(session: Session, frame: Frame, index: number): (readonly [string, string])[] {
  const { place, crowd } = session;
  const goal = frame.goal[index]!;
  const profile = place.profiles[frame.profile[index]!];
  return [
    ["Character", String(frame.id[index]!)],
    ["State", stateOf(frame.state[index]!)],
    ["Speed", speed(frame.speed[index]! * 0.02)],
    ["Radius", meters(frame.radius[index]! * 0.005)],
    ...(profile !== undefined ? [["Profile", profile] as const] : []),
    ...(goal > 0 ? [["Goal", place.goals[goal - 1] ?? String(goal)] as const] : []),
    ["Density around", density(crowd.densities(frame)[index] ?? 0)],
  ];
}
