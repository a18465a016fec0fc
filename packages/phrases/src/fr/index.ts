import type { Phrases } from '../types.ts'
import { account } from './account.ts'
import { admin } from './admin/index.ts'
import { changes } from './changes.ts'
import { chat } from './chat.ts'
import { comments } from './comments.ts'
import { document } from './document.ts'
import { editor } from './editor.ts'
import { errors } from './errors.ts'
import { follow } from './follow.ts'
import { inputs } from './inputs.ts'
import { issues } from './issues.ts'
import { mail } from './mail.ts'
import { preview } from './preview.ts'
import { saved } from './saved.ts'
import { statements } from './statements.ts'
import { visitor } from './visitor.ts'

export const fr: Phrases = {
  account,
  admin,
  changes,
  chat,
  comments,
  document,
  editor,
  errors,
  follow,
  inputs,
  issues,
  mail,
  preview,
  saved,
  statements,
  visitor,
}
