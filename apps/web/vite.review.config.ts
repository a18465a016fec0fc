import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Separate build of the page for reviewers of a draft, so that neither the visitors' first page nor this one carries code of the other, or of the dashboard. */
export default defineConfig({
  plugins: [react()],
  base: '/~review/',
  publicDir: false,
  build: {
    outDir: 'dist/review',
    emptyOutDir: true,
    manifest: 'manifest.json',
    target: 'es2022',
    // These browser versions support light-dark(), by which the styles define the light and the dark theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    rolldownOptions: { input: { review: 'src/review/main.tsx' } },
  },
})
