import type { Deployment } from './deployment.ts'
import { applyFiles, planFiles } from './plan-files.ts'
import { PromotionRejected, promote } from './promote.ts'
import { testForms } from './test-forms.ts'

interface Options {
  plan?: string | undefined
  'dry-run'?: boolean | undefined
}

/** Error for a call of a release command that lacks an argument. */
class ReleaseRejected extends Error {}

type Command = (deployment: Deployment, args: string[], options: Options) => Promise<void>

/**
 * Returns the commands that import forms from files or from another deployment into this deployment, and the commands
 * that test them.
 * @param lang the value of the environment variable LANG
 */
export function releaseCommands(
  lang: string | undefined,
  write: (text: string) => void,
): Readonly<Record<'plan' | 'apply' | 'drift' | 'promote' | 'test-forms', Command>> {
  return {
    async plan(deployment, files) {
      if (files.length === 0) throw new ReleaseRejected('plan needs at least one file')
      await planFiles(deployment, files, { lang }, write)
    },

    async apply(deployment, files, { plan }) {
      if (files.length === 0 || plan === undefined) throw new ReleaseRejected('apply needs files and --plan with the code that the command plan has written')
      await applyFiles(deployment, files, plan, { lang }, write)
    },

    async drift(deployment, files) {
      if (files.length === 0) throw new ReleaseRejected('drift needs at least one file')
      if (await planFiles(deployment, files, { lang }, write)) process.exitCode = 1
    },

    async 'test-forms'(deployment, codes) {
      if (!(await testForms(deployment, codes, write))) process.exitCode = 1
    },

    promote: (deployment, codes, { 'dry-run': dryRun = false }) => promote(deployment, codes, { dryRun, lang }, write),
  }
}

/** Returns true if an error of a release command was caused by the user's input, and not by a bug. */
export const isReleaseRejected = (error: unknown): boolean => error instanceof ReleaseRejected || error instanceof PromotionRejected
