import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Two builds of the same pages: the browser's, and the renderer that the server loads. */
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
          // What the first view needs is one file, whatever later chunks share with it: left to itself the bundler cuts it into pieces.
          output: { codeSplitting: { groups: [{ name: 'visitor', test: /entry-client\.tsx$/, includeDependenciesRecursively: true }] } },
        },
      },
  ssr: { noExternal: true },
}))
