import { setTimeout as sleep } from 'node:timers/promises'
import { type Lab, signal } from './deployment.ts'

/** Kills a server of a deployment, or at each fourth time its database, at random moments, and waits each time until it is ready again. */
export async function killInTurn(lab: Lab, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    await sleep(150 + Math.random() * 350)
    if (kill % 4 === 3) {
      signal([lab.postmaster()], 'SIGKILL')
      await sleep(200)
      await lab.untilDatabase()
    } else {
      const victim = lab.anyServer()
      await victim.kill()
      victim.start()
      await victim.untilReady()
    }
  }
}

/** Returns why simulated visitors ended early, such as a call that no server answered. */
export const failuresOf = (ended: readonly PromiseSettledResult<unknown>[]): string[] =>
  ended.flatMap((end) => (end.status === 'rejected' ? [`a visitor failed: ${end.reason instanceof Error ? end.reason.message : end.reason}`] : []))
