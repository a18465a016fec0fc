import { existsSync } from 'node:fs'
import { type Browser, chromium, type Locator } from '@playwright/test'

/** Factor by which the page's CPU is slowed down while the benchmark measures keystrokes. */
export const THROTTLE = 4
/** Maximum script time of one keystroke in milliseconds. */
export const KEY_LIMIT_MS = 16
export const KEYS = 40
export const ROUNDS = 5

/** Starts the same Chromium that the browser tests use. */
export function launchChromium(): Promise<Browser> {
  const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-headless-shell'].find((file) => file && existsSync(file))
  return chromium.launch({ ...(executablePath && { executablePath }), args: ['--no-sandbox', '--disable-gpu'] })
}

/**
 * Measures the script time of one keystroke in milliseconds: the median of five rounds of 40 keystrokes, on a CPU that
 * is slowed down four times.
 * @param pauseMs pause after each round; the measured time includes the page's work during this pause
 */
export async function scriptOfKeys(field: Locator, pauseMs: number): Promise<number> {
  const page = field.page()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE })
  const scriptMs = async () => {
    const { metrics } = await cdp.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? Number.NaN) * 1_000
  }
  await field.focus()
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await scriptMs()
    for (let key = 0; key < KEYS; key++) await page.keyboard.press(key % 8 === 7 ? 'Backspace' : 'a')
    await page.waitForTimeout(pauseMs)
    rounds.push(((await scriptMs()) - before) / KEYS)
  }
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return medianOf(rounds)
}

export const medianOf = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
