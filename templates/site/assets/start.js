// Every page has what it has a place for.

theme();
sidebar();
contents();
tabs();
copyPage();
language();
copying();
searching();
models();
calculator();
