import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { Catalog } from '../catalogue/customers/catalog.ts'
import type { Customer } from '../catalogue/customers/rules.ts'
import { findMail, listMails } from '../delivery/mail/queries.ts'
import { shownMail } from '../delivery/mail/rules.ts'
import { makeCredential } from '../entrance/sessions/credentials.ts'
import { LinksRejected, makeLinks } from '../entrance/sessions/make-links.ts'
import { csvCell, readPeople } from '../entrance/sessions/rules.ts'
import { openOperatorSession } from '../management/operator-session.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { connectForCommand } from '../platform/db/connect.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { acrossCustomers, withCustomer } from '../platform/db/with-customer.ts'
import { CustomerKeys, decryptEach, Encryption } from '../platform/keys/rules.ts'
import { StoreUnavailable } from '../requests/attachments/store-unavailable.ts'
import { forgetSearchWords } from '../requests/requests/jobs.ts'
import { PlanRejected } from '../surfaces/authoring/rules.ts'
import { bundleJsonSchema } from '../surfaces/bundle/bundle-json-schema.ts'
import { exportBundle } from '../surfaces/bundle/export-bundle.ts'
import { accountsOf, TableRejected, tokensOf } from '../surfaces/bundle/import-people.ts'
import { createOperator, OperatorRejected } from '../surfaces/operators/create-operator.ts'
import { backupTo, isBackupRejected, restoreFrom, verifyFile } from './backup-commands.ts'
import { CheckRejected, checkFiles } from './check-files.ts'
import { type Deployment, noted } from './deployment.ts'
import { DiffRejected, diffVersions, needsDeployment } from './diff-versions.ts'
import { ImportRejected, importFiles } from './import-files.ts'
import { FormNotImported, importForm } from './import-form.ts'
import { importTable } from './import-table.ts'
import { moveFiles } from './move-files.ts'
import { ProbeRejected, probe } from './probe.ts'
import { isReleaseRejected, releaseCommands } from './release-commands.ts'
import { RescanRejected, rescanFiles } from './rescan-files.ts'
import { TranslationsNotMoved, translations } from './translations.ts'
import { HELP, OPTIONS, OPTIONS_OF } from './usage.ts'

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const warn = (text: string): void => void process.stderr.write(`${text}\n`)

/** Error for a command that failed. The command line shows its message without a stack trace. */
class CommandError extends Error {}

async function main(): Promise<void> {
  enterCallersFolder()
  const { positionals, values } = parseArgs({ allowPositionals: true, strict: true, options: OPTIONS })
  const [command, ...args] = positionals
  if (command === undefined || command === 'help') return write(HELP)
  const foreign = Object.keys(values).find((name) => !OPTIONS_OF[command]?.includes(name))
  if (foreign !== undefined) throw new CommandError(OPTIONS_OF[command] ? `${command} has no option --${foreign}.` : `${command} takes no options.`)
  if (command === 'schema') return write(JSON.stringify(bundleJsonSchema(), null, 2))
  if (command === 'import-form') return importForm(args, { ...values, lang: process.env.LANG }, { write, warn })
  if (command === 'check') {
    if (!(await checkFiles(args, { ...values, lang: process.env.LANG }, write))) process.exitCode = 1
    return
  }
  if (command === 'probe') {
    if (!(await probe(args, values, write))) process.exitCode = 1
    return
  }
  if (command === 'diff') {
    const connection = needsDeployment(args) ? await connectForCommand(readConfig()) : undefined
    try {
      if (!(await diffVersions(args, { ...values, lang: process.env.LANG }, write, connection?.database))) process.exitCode = 1
    } finally {
      await connection?.close()
    }
    return
  }
  if (command === 'worker') {
    process.env.ROLE = 'worker'
    await import('../main.ts')
    return
  }
  const run = commands[command]
  if (!run) throw new CommandError(`Unknown command "${command}".\n\n${HELP}`)
  const config = readConfig()
  if (values.verify) {
    const [file] = args
    if (file === undefined || values.form !== undefined) throw new CommandError('backup --verify needs a backup')
    return verifyFile(config, file, write).catch(rejectedBackup(file))
  }
  const connection = await connectForCommand(config)
  try {
    await run({ database: connection.database, config }, args, values)
  } finally {
    await connection.close()
  }
}

/**
 * Enters the folder from which the command was called, so that relative paths of files mean what the caller means. The
 * process starts in the folder of the program: a library (cosmiconfig) executes configuration files that it finds in the
 * folder in which it is loaded, and the caller's may contain anybody's.
 */
function enterCallersFolder(): void {
  const { SPORTELLO_CALLED_FROM: folder } = process.env
  if (folder === undefined) return
  try {
    process.chdir(folder)
  } catch {
    // The account of the service may not enter it. Absolute paths still work.
  }
}

const commands: Record<
  string,
  (deployment: Deployment, args: string[], options: { form?: string | undefined; plan?: string | undefined; 'dry-run'?: boolean | undefined }) => Promise<void>
> = {
  async migrate({ database }) {
    const ran = await migrate(database.owner)
    write(ran.length > 0 ? ran.map((name) => `ran ${name}`).join('\n') : 'The database is up to date.')
  },

  async import({ database, config }, files) {
    if (files.length === 0) throw new CommandError('import needs at least one file')
    await importFiles({ database, config }, files, write)
  },

  ...releaseCommands(process.env.LANG, write),

  async export({ database }, codes) {
    const bundle = await exportBundle(database.kysely, codes).catch((error: Error) => {
      throw new CommandError(error.message)
    })
    write(JSON.stringify(bundle, null, 2))
  },

  async admin({ database, config }, [what, username, role = 'owner']) {
    await migrate(database.owner)
    if (what === 'create') return write(await createOperator(database, username, role))
    if (what !== 'link') throw new CommandError('admin knows: link, create')
    write(`${config.publicUrl}/admin/management/auth?auth=${await openOperatorSession(database, 'operator', { way: 'link' })}`)
  },

  translations: (deployment, args) => translations(deployment, args, write),

  async links(deployment, [code, file]) {
    if (code === undefined || file === undefined) throw new CommandError('links needs a form and a table of people')
    const people = readPeople(await readFile(file, 'utf8'))
    const links = await makeLinks({ ...deployment, encryption: encryptionOf(deployment) }, await customerOf(deployment, code), people).catch((error: Error) => {
      throw error instanceof LinksRejected ? new CommandError(`${file}: ${error.message}\nNo link was made.`) : error
    })
    write(['email,url', ...links.map(({ email, url }) => `${csvCell(email)},${csvCell(url)}`)].join('\n'))
  },

  async credential(deployment, [code, description = '']) {
    if (code === undefined) throw new CommandError('credential needs a form')
    const customer = await customerOf(deployment, code)
    if (!customer.params.auth_type?.includes('B2B')) throw new CommandError(`The form ${code} does not list B2B.`)
    write(await withCustomer(deployment.database.kysely, code, (db) => makeCredential(db, code, description)))
  },

  async accounts(deployment, [verb, code, file]) {
    if (verb !== 'import' || code === undefined || file === undefined) throw new CommandError('accounts import needs a form and a table')
    await customerOf(deployment, code)
    write(await importTable(deployment, file, (text) => accountsOf(code, text)).catch(rejectedTable))
  },

  async tokens(deployment, [verb, code, file]) {
    if (verb !== 'import' || code === undefined || file === undefined) throw new CommandError('tokens import needs a form and a table')
    const customer = await customerOf(deployment, code)
    write(await importTable(deployment, file, (text) => tokensOf(customer, text)).catch(rejectedTable))
  },

  async shred({ database, config }, [code, again]) {
    if (code === undefined || again !== code) throw new CommandError('shred needs the code of a form, given twice')
    await migrate(database.owner)
    const keys = await new CustomerKeys(database, config.secretKey).destroy(code)
    // Also if an earlier attempt stopped after the keys.
    await forgetSearchWords(database, code)
    if (keys === 0) throw new CommandError(`The form ${code} has no key: nothing of it is encrypted.`)
    await noted({ database }, { action: 'key.shred', subject: code, customer: code })
    write(`What people have sent to ${code}, and their attachments, can no longer be opened. Backups made before hold the key: delete those too.`)
  },

  rescan: (deployment, [form]) => rescanFiles(deployment, write, form),

  async backup(deployment, [file], { form }) {
    if (file === undefined) throw new CommandError('backup needs a file to write')
    await backupTo(deployment, file, form, write).catch(rejectedBackup(file))
  },

  async restore(deployment, [file]) {
    if (file === undefined) throw new CommandError('restore needs a backup')
    await restoreFrom(deployment, file, write).catch(rejectedBackup(file))
  },

  async 'move-files'({ config }) {
    if (!config.objectStorage) throw new CommandError('There is no object store: set S3_URL.')
    const { copied, there } = await moveFiles(config, (count) => {
      if (count % 1_000 === 0) write(`copied ${count}`)
    }).catch((error: unknown) => {
      throw error instanceof StoreUnavailable
        ? new CommandError(`${(error.cause as Error).message}. The files copied until then stay in the store; start the command again.`)
        : error
    })
    write(`copied ${copied}; ${there} were there before. The servers find them once they run with S3_URL; the folder attachments/kept in DATA_DIR can go then.`)
  },

  async mails(deployment, [id]) {
    const { database } = deployment
    const encryption = encryptionOf(deployment)
    if (id === undefined) {
      const mails = await acrossCustomers(database.kysely, async (db) =>
        decryptEach(await listMails(db, 50), (mail) => shownMail(encryption, db, mail.customer_code, mail)),
      )
      if (mails.length === 0) return write('No mails yet.')
      for (const mail of mails)
        write(
          `${mail.id}  ${mail.created_at.toISOString()}  ${mail.state.padEnd(6)}  ${mail.customer_code}  ${mail.recipient}  ${mail.subject ?? `(${mail.kind})`}${mail.last_error ? `  ! ${mail.last_error}` : ''}`,
        )
      return
    }
    if (!z.uuid().safeParse(id).success) throw new CommandError(`There is no mail ${id}`)
    const mail = await acrossCustomers(database.kysely, async (db) => {
      const found = await findMail(db, id)
      return found && shownMail(encryption, db, found.customer_code, found)
    })
    if (!mail) throw new CommandError(`There is no mail ${id}`)
    write(
      `State: ${mail.state}${mail.last_error ? ` (${mail.last_error})` : ''}\nFrom: ${mail.sender ?? ''}\nTo: ${mail.recipient}\nSubject: ${mail.subject ?? ''}\n\n${mail.text_body ?? ''}`,
    )
  },
}

function encryptionOf({ database, config }: Deployment): Encryption {
  const catalog = catalogOf(database)
  return new Encryption(new CustomerKeys(database, config.secretKey), () => catalog.settings())
}

function rejectedTable(error: unknown): never {
  throw error instanceof TableRejected ? new CommandError(`${error.message}\nNothing was changed.`) : error
}

/**
 * Ends the command with the message of an error about a backup file, without a stack trace, because such an error is
 * not a bug.
 */
const rejectedBackup = (file: string) => (error: unknown) => {
  throw isBackupRejected(error) ? new CommandError(`${file}: ${(error as Error).message}`) : error
}

const catalogOf = ({ kysely, listening }: Database) => new Catalog(kysely, listening, () => {})

async function customerOf({ database }: Deployment, code: string): Promise<Customer> {
  const customer = await catalogOf(database).customer(code)
  if (!customer) throw new CommandError(`There is no form ${code}.`)
  return customer
}

// Ends the command without an error if the program that reads its output, such as `head`, closes the pipe early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

main().catch((error: unknown) => {
  const expected =
    error instanceof CheckRejected ||
    error instanceof DiffRejected ||
    error instanceof PlanRejected ||
    isReleaseRejected(error) ||
    error instanceof CommandError ||
    error instanceof ConfigError ||
    error instanceof FormNotImported ||
    error instanceof ImportRejected ||
    error instanceof OperatorRejected ||
    error instanceof ProbeRejected ||
    error instanceof RescanRejected ||
    error instanceof TranslationsNotMoved ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${expected ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
})
