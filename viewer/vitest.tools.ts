import { defineConfig } from "vitest/config";

// What is run by hand, in a browser as the tests are: measurements and pictures for the documents.
export default defineConfig({ test: { include: ["e2e/*.tool.ts"], fileParallelism: false, testTimeout: 900_000, hookTimeout: 120_000 } });
