import { defineConfig } from "vite";

// One script, one style sheet, names that do not change: the program has them built in, and share files carry them.
export default defineConfig({
  base: "./",
  build: {
    outDir: process.env["THRONG_PAGE_FOLDER"] ?? "dist",
    emptyOutDir: true,
    target: "es2022",
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 1_000_000,
    chunkSizeWarningLimit: 2_000,
    rollupOptions: {
      output: { entryFileNames: "app.js", assetFileNames: "app.[ext]", codeSplitting: false },
    },
  },
  // While the page is worked on, `npx vite` serves it, and a program that runs `throng view --port 8080` has the rest.
  server: { proxy: { "/api": { target: "http://127.0.0.1:8080", ws: true } } },
});
