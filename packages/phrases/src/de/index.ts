import type { Phrases } from '../types.ts'
import { account } from './account.ts'
import { admin } from './admin/index.ts'
import { chat } from './chat.ts'
import { comments } from './comments.ts'
import { editor } from './editor.ts'
import { errors } from './errors.ts'
import { inputs } from './inputs.ts'
import { issues } from './issues.ts'
import { mail } from './mail.ts'
import { preview } from './preview.ts'
import { visitor } from './visitor.ts'

export const de: Phrases = { account, admin, chat, comments, editor, errors, inputs, issues, mail, preview, visitor }
