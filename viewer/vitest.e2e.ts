import { defineConfig } from "vitest/config";

// One browser at a time: drawing in software takes all cores there are.
export default defineConfig({
  test: { include: ["e2e/**/*.test.ts"], fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
});
