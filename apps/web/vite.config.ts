import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds the visitors' pages twice: for the browser, and as the renderer that the server loads. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react()],
  build: isSsrBuild
    ? { outDir: 'dist/server', emptyOutDir: true, target: 'node24', minify: false }
    : {
        outDir: 'dist/client',
        emptyOutDir: true,
        manifest: 'manifest.json',
        target: 'es2022',
        cssCodeSplit: false,
        modulePreload: { polyfill: false },
        rolldownOptions: {
          input: { visitor: 'src/visitor/entry-client.tsx' },
          // Puts all code that the first page needs into one file; by default the bundler would split off the parts
          // that later chunks share.
          output: { codeSplitting: { groups: [{ name: 'visitor', test: /entry-client\.tsx$/, includeDependenciesRecursively: true }] } },
        },
      },
  // Without this, Vite leaves the choice to the variable NODE_ENV, and the server renders with React's development code:
  // 0.68 ms instead of 0.21 ms for a step.
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  ssr: { noExternal: true },
}))
