/** What `npm run -s cli` prints. */
export const HELP = `Usage: npm run -s cli -- COMMAND

  import FILE…                    import bundles (JSON or YAML): all of them or nothing; a repeated import changes nothing
  import-form FILE --as FORMAT    turn a form of another product into a bundle: xlsform, surveyjs, formio or outline; --code CODE, --out BUNDLE
  check FILE…                     check the forms of bundles for dead ends and other faults, without a deployment; --format text, json or sarif; --walk tries every path; 1 on errors
  plan FILE…                      write what an import of the bundles would change, in words, and the code of the plan; change nothing
  apply FILE… --plan CODE         import the bundles exactly as planned, or change nothing
  drift FILE…                     write what differs from the bundles in the deployment; 1 if anything does
  test-forms [CODE…]              run the recorded tests of the live versions; 1 if one has another outcome
  promote CODE… [--dry-run]       publish definitions of the other deployment at PROMOTE_FROM in this one, with this one's secrets, and write what changes
  diff A B                        say in words what differs between two versions of a definition, each a file, CODE@3, CODE@live or CODE@draft; --format text or json; 1 if they differ
  probe URL [--send]              walk through a form of a running deployment as a visitor does, and write how long each part took; --send submits a request, --email ADDRESS, --timeout SECONDS, --format text or prometheus; 1 if it did not reach the end
  export [CODE_FORM…]             write the deployment, or some of its forms, as a bundle to standard output
  schema                          write the JSON Schema of a bundle to standard output
  admin link                      write a URL that opens the dashboard; the session ends after 10 idle minutes
  admin create NAME [ROLE]        add an operator (owner, operator, supervisor, agent, publisher, author or viewer) and show the password once
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

/** The options of all commands, as `parseArgs` reads them. */
export const OPTIONS = {
  form: { type: 'string' },
  verify: { type: 'boolean' },
  as: { type: 'string' },
  code: { type: 'string' },
  out: { type: 'string' },
  format: { type: 'string' },
  walk: { type: 'boolean' },
  plan: { type: 'string' },
  'dry-run': { type: 'boolean' },
  send: { type: 'boolean' },
  email: { type: 'string' },
  timeout: { type: 'string' },
} as const

/** The options of each command, keyed by command. Commands without options are not listed. */
export const OPTIONS_OF: Readonly<Record<string, readonly string[]>> = {
  backup: ['form', 'verify'],
  'import-form': ['as', 'code', 'out'],
  check: ['format', 'walk'],
  diff: ['format'],
  apply: ['plan'],
  promote: ['dry-run'],
  probe: ['send', 'email', 'timeout', 'format'],
}
