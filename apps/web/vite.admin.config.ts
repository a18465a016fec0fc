import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The operator's dashboard: a build of its own, so that nothing of it can reach the visitor's first view. */
export default defineConfig({
  plugins: [react()],
  base: '/admin/',
  publicDir: false,
  build: {
    outDir: 'dist/admin',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // Light and dark are written once, as light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { admin: 'src/admin/main.tsx' } },
  },
})
