import { defineConfig } from '@playwright/test'

/**
 * The stories of people on the real product: server, database, mail and browser are all real. A file named `*.phone.spec.ts` or
 * `*.desk.spec.ts` runs on that one only; every other one on both.
 */
export default defineConfig({
  testDir: 'specs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    actionTimeout: 10_000,
    navigationTimeout: 20_000,
    // Recording costs a quarter of the processor's time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    locale: 'it-IT',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      // The language is that of the browser's own widgets, such as the order of a date's parts: the same on every machine.
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--lang=en-US',
      ],
    },
  },
  projects: [
    { name: 'phone', testIgnore: '**/*.desk.spec.ts', use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 } },
    { name: 'desk', testIgnore: '**/*.phone.spec.ts', use: { viewport: { width: 1280, height: 800 } } },
  ],
})
