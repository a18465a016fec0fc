import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Separate build of the operators' dashboard, so that none of its code is part of the visitors' first page. */
export default defineConfig({
  plugins: [react()],
  base: '/admin/',
  publicDir: false,
  build: {
    outDir: 'dist/admin',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // These versions support light-dark(), which the styles use for the light and the dark theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { admin: 'src/admin/main.tsx' } },
  },
})
