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
import { isReleaseRejected, releaseCommands } from './release-commands.ts'
import { RescanRejected, rescanFiles } from './rescan-files.ts'
import { TranslationsNotMoved, translations } from './translations.ts'

const HELP = `Usage: npm run -s cli -- COMMAND

  import FILE…                    import bundles (JSON or YAML): all of them or nothing; a repeated import changes nothing
  import-form FILE --as FORMAT    turn a form of another product into a bundle: xlsform, surveyjs, formio or outline; --code CODE, --out BUNDLE
  check FILE…                     check the forms of bundles for dead ends and other faults, without a deployment; --format text, json or sarif; --walk tries every path; 1 on errors
  plan FILE…                      write what an import of the bundles would change, in words, and the code of the plan; change nothing
  apply FILE… --plan CODE         import the bundles exactly as planned, or change nothing
  drift FILE…                     write what differs from the bundles in the deployment; 1 if anything does
  test-forms [CODE…]              run the recorded tests of the live versions; 1 if one has another outcome
  promote CODE… [--dry-run]       publish definitions of the other deployment at PROMOTE_FROM in this one, with this one's secrets, and write what changes
  diff A B                        say in words what differs between two versions of a definition, each a file, CODE@3, CODE@live or CODE@draft; --format text or json; 1 if they differ
  export [CODE_FORM…]             write the deployment, or some of its forms, as a bundle to standard output
  schema                          write the JSON Schema of a bundle to standard output
  admin link                      write a URL that opens the dashboard; the session ends after 10 idle minutes
  admin create NAME [ROLE]        add an operator (owner, operator, publisher, author or viewer) and show the password once
  translations export|import CODE LANG FILE   write the texts of a definition for a translator, or take them into its draft (or the live version), as .xlf (XLIFF 2.1) or .csv
  links FORM PEOPLE.csv           make a personal link for each row of a table (email and other known data) and write them as a table
  accounts import FORM FILE.csv   import accounts: username, password, email, and other known data of each person
  tokens import FORM FILE.csv     import tokens: token, single_use, the fields that the login asks for, and other known data
  credential FORM [FOR]           make a credential for a partner's system and show it once
  mails [ID]                      list the newest mails, or show one
  rescan [FORM]                   scan the stored attachments again, all or one form's, with the scanner at CLAMD_URL
  shred FORM FORM                 delete the encryption key of a form's answers and attachments (the code twice, as a confirmation)
  backup FILE [--form CODE]       write all rows and attachments of one moment, or one form's, to an encrypted file while the server runs
  backup --verify FILE            read a backup from end to end, without a database, and check that it is complete
  restore FILE                    restore a backup into an empty deployment with the same SECRET_KEY, or one form's into a deployment that lacks this form
  move-files                      copy the attachments on disk to the object store at S3_URL; objects that exist are skipped
  migrate                         migrate the database to this version
  worker                          run jobs only, until stopped
`

const OPTIONS = {
  form: { type: 'string' },
  verify: { type: 'boolean' },
  as: { type: 'string' },
  code: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  walk: { type: 'boolean' },
  plan: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

/** The options of the command line's commands, keyed by command. Commands without options are not listed. */
const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  backup: ['form', 'verify'],
  'import-form': ['as', 'code', 'out'],
  check: ['format', 'walk'],
  diff: ['format'],
  apply: ['plan'],
  promote: ['dry-run'],
}

const write = (text: string): void => void process.stdout.write(`${text}\n`)
const warn = (text: string): void => void process.stderr.write(`${text}\n`)

/** Error for a command that failed. The command line shows its message without a stack trace. */
class CommandError extends Error {}

async function main(): Promise<void> {
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
    error instanceof RescanRejected ||
    error instanceof TranslationsNotMoved ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`${expected ? (error as Error).message : error instanceof Error ? error.stack : error}\n`)
  process.exitCode = 1
})
