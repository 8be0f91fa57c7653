/**
 * Renders a text in Markdown: headings, bold, emphasis, lists, links, quotes. The text is parsed into a tree and
 * rendered as elements, so typed HTML is shown as text and an image as its description. A link may lead to the web, a
 * mail address, a telephone number or a page of this product, nowhere else.
 */
import { styled } from '@mui/material/styles';
import { useNavigate } from '@tanstack/react-router';
import type { List, RootContent } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { Fragment, type MouseEvent, type ReactNode, useMemo } from 'react';
import { textSize } from '../platform/theme/type-scale.ts';
import { browserAddress } from '../platform/address/base-path.ts';

const Body = styled('div')(({ theme }) => ({
  overflowWrap: 'anywhere',
  color: theme.vars.palette.text.secondary,
  '& > *': { marginTop: 0, marginBottom: 0 },
  '& > * + *': { marginTop: 8 },
  '& h3, & h4': {
    fontSize: textSize.body,
    fontWeight: 600,
    lineHeight: '20px',
    color: theme.vars.palette.text.primary,
  },
  '& h3': { fontSize: textSize.section },
  '& strong': { color: theme.vars.palette.text.primary },
  '& ul, & ol': { paddingLeft: 22 },
  '& li + li, & li > * + *': { marginTop: 4 },
  '& li > p': { margin: 0 },
  '& blockquote': {
    marginLeft: 0,
    paddingLeft: 12,
    borderLeft: `2px solid ${theme.vars.palette.line.main}`,
  },
  '& pre': { whiteSpace: 'pre-wrap' },
  '& a': { color: theme.vars.palette.primary.main },
}));

/** Addresses that a link may lead to. */
const isOwn = (url: string): boolean => /^\/(?!\/)/.test(url);
const isOutside = (url: string): boolean => /^(https?:\/\/|mailto:|tel:)/i.test(url);

function TextLink({ url, children }: { url: string; children: ReactNode }) {
  const navigate = useNavigate();
  if (isOutside(url))
    return (
      <a href={url} target="_blank" rel="noreferrer">
        {children}
      </a>
    );
  if (!isOwn(url)) return children;
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    void navigate({ href: url });
  };
  return (
    <a href={browserAddress(url)} onClick={open}>
      {children}
    </a>
  );
}

function Nodes({ of }: { of: readonly RootContent[] }) {
  return of.map((node, index) => (
    // The tree is rebuilt with every change of the text, so the index is the only key that a node has.
    <Fragment key={index}>
      <Node node={node} />
    </Fragment>
  ));
}

/** Elements that only contain their children. */
const plainTags = {
  paragraph: 'p',
  strong: 'strong',
  emphasis: 'em',
  listItem: 'li',
  blockquote: 'blockquote',
} as const;
const isPlain = (node: RootContent): node is Extract<RootContent, { type: keyof typeof plainTags }> =>
  node.type in plainTags;

function ListNode({ node }: { node: List }) {
  const items = <Nodes of={node.children} />;
  return node.ordered === true ? <ol start={node.start ?? 1}>{items}</ol> : <ul>{items}</ul>;
}

/** Renders nodes without children. */
function Leaf({ node }: { node: RootContent }): ReactNode {
  if (node.type === 'text' || node.type === 'html') return node.value;
  if (node.type === 'inlineCode') return <code>{node.value}</code>;
  if (node.type === 'code') return <pre>{node.value}</pre>;
  if (node.type === 'break') return <br />;
  if (node.type === 'thematicBreak') return <hr />;
  return 'alt' in node ? node.alt : null;
}

function Node({ node }: { node: RootContent }): ReactNode {
  if (!('children' in node)) return <Leaf node={node} />;
  if (node.type === 'list') return <ListNode node={node} />;
  const inside = <Nodes of={node.children} />;
  if (node.type === 'link') return <TextLink url={node.url}>{inside}</TextLink>;
  if (node.type === 'heading') return node.depth > 2 ? <h4>{inside}</h4> : <h3>{inside}</h3>;
  if (!isPlain(node)) return inside;
  const Tag = plainTags[node.type];
  return <Tag>{inside}</Tag>;
}

export function MarkdownText({ text, lang }: { text: string; lang?: string | undefined }) {
  const { children } = useMemo(() => fromMarkdown(text), [text]);
  return (
    <Body lang={lang}>
      <Nodes of={children} />
    </Body>
  );
}
