package template

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"text/template/parse"
)

// maxDepth is how deep templates may use each other.
const maxDepth = 100

// filling is a template while it is filled in.
type filling struct {
	set   *Set
	out   bytes.Buffer
	vars  []variable
	depth int
}

type variable struct {
	name  string
	value reflect.Value
}

// run fills in a template and writes it.
func (s *Set) run(w io.Writer, name string, data any) error {
	f := &filling{set: s}
	if err := f.template(name, reflect.ValueOf(data)); err != nil {
		return err
	}
	_, err := w.Write(f.out.Bytes())
	return err
}

// template fills in a template of the set.
func (f *filling) template(name string, dot reflect.Value) error {
	tree := f.set.trees[name]
	if tree == nil {
		return fmt.Errorf("there is no template %q", name)
	}
	if f.depth++; f.depth > maxDepth {
		return fmt.Errorf("%s: templates use each other more than %d deep", name, maxDepth)
	}
	outer := f.vars
	f.vars = []variable{{"$", dot}}
	err := f.list(tree.Root, dot)
	f.vars = outer
	f.depth--
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// list fills in nodes; variables that are declared there end with it.
func (f *filling) list(l *parse.ListNode, dot reflect.Value) error {
	if l == nil {
		return nil
	}
	mark := len(f.vars)
	for _, n := range l.Nodes {
		if err := f.node(n, dot); err != nil {
			return err
		}
	}
	f.vars = f.vars[:mark]
	return nil
}

func (f *filling) node(n parse.Node, dot reflect.Value) error {
	switch n := n.(type) {
	case *parse.TextNode:
		f.out.Write(n.Text)
		return nil
	case *parse.ActionNode:
		v, err := f.pipe(n.Pipe, dot)
		if err == nil && len(n.Pipe.Decl) == 0 {
			f.out.WriteString(printed(value(v)))
		}
		return err
	case *parse.IfNode:
		return f.branch(&n.BranchNode, dot, false)
	case *parse.WithNode:
		return f.branch(&n.BranchNode, dot, true)
	case *parse.RangeNode:
		return f.each(n, dot)
	case *parse.TemplateNode:
		v := reflect.Value{}
		if n.Pipe != nil {
			var err error
			if v, err = f.pipe(n.Pipe, dot); err != nil {
				return err
			}
		}
		return f.template(n.Name, v)
	}
	return fmt.Errorf("%s is not supported", n)
}

// branch takes one of two lists.
func (f *filling) branch(n *parse.BranchNode, dot reflect.Value, with bool) error {
	mark := len(f.vars)
	defer func() { f.vars = f.vars[:mark] }()
	v, err := f.pipe(n.Pipe, dot)
	switch {
	case err != nil:
		return err
	case !truth(v):
		return f.list(n.ElseList, dot)
	case with:
		return f.list(n.List, v)
	}
	return f.list(n.List, dot)
}

// each fills in a list for every element.
func (f *filling) each(n *parse.RangeNode, dot reflect.Value) error {
	v, err := f.evaluate(n.Pipe, dot)
	if err != nil {
		return err
	}
	if v = inner(v); !v.IsValid() {
		return f.list(n.ElseList, dot)
	}
	if v.Kind() != reflect.Slice && v.Kind() != reflect.Array {
		return fmt.Errorf("%s is no list", n.Pipe)
	}
	for i := range v.Len() {
		mark := len(f.vars)
		for d, name := range n.Pipe.Decl {
			bound := v.Index(i)
			if d == 0 && len(n.Pipe.Decl) == 2 {
				bound = reflect.ValueOf(i)
			}
			f.vars = append(f.vars, variable{name.Ident[0], bound})
		}
		if err := f.list(n.List, v.Index(i)); err != nil {
			return err
		}
		f.vars = f.vars[:mark]
	}
	if v.Len() == 0 {
		return f.list(n.ElseList, dot)
	}
	return nil
}

// pipe is what a pipeline comes to, put into the variables that it declares.
func (f *filling) pipe(p *parse.PipeNode, dot reflect.Value) (reflect.Value, error) {
	v, err := f.evaluate(p, dot)
	if err != nil {
		return v, err
	}
	for _, name := range p.Decl {
		if p.IsAssign {
			return v, fmt.Errorf("%s: assignments are not supported", p)
		}
		f.vars = append(f.vars, variable{name.Ident[0], v})
	}
	return v, nil
}

// evaluate is what a pipeline comes to.
func (f *filling) evaluate(p *parse.PipeNode, dot reflect.Value) (v reflect.Value, err error) {
	for i, c := range p.Cmds {
		args := c.Args[1:]
		var last []reflect.Value
		if i > 0 {
			last = []reflect.Value{v}
		}
		if v, err = f.term(c.Args[0], args, last, dot); err != nil {
			return v, fmt.Errorf("%s: %w", p, err)
		}
	}
	return v, nil
}

// term is what a term comes to, with its arguments: those that are written, and
// the last one from the pipeline.
func (f *filling) term(n parse.Node, args []parse.Node, last []reflect.Value, dot reflect.Value) (reflect.Value, error) {
	switch n := n.(type) {
	case *parse.FieldNode:
		return f.chain(dot, n.Ident, args, last, dot)
	case *parse.VariableNode:
		v, err := f.variable(n.Ident[0])
		if err != nil {
			return v, err
		}
		return f.chain(v, n.Ident[1:], args, last, dot)
	case *parse.ChainNode:
		v, err := f.term(n.Node, nil, nil, dot)
		if err != nil {
			return v, err
		}
		return f.chain(v, n.Field, args, last, dot)
	case *parse.IdentifierNode:
		return f.function(n.Ident, args, last, dot)
	}
	if len(args)+len(last) > 0 {
		return reflect.Value{}, fmt.Errorf("%s is no function", n)
	}
	switch n := n.(type) {
	case *parse.DotNode:
		return dot, nil
	case *parse.PipeNode:
		return f.evaluate(n, dot)
	case *parse.StringNode:
		return reflect.ValueOf(n.Text), nil
	case *parse.BoolNode:
		return reflect.ValueOf(n.True), nil
	case *parse.NumberNode:
		if n.IsInt {
			return reflect.ValueOf(int(n.Int64)), nil
		}
	}
	return reflect.Value{}, fmt.Errorf("%s is not supported", n)
}

func (f *filling) variable(name string) (reflect.Value, error) {
	for i := len(f.vars) - 1; i >= 0; i-- {
		if f.vars[i].name == name {
			return f.vars[i].value, nil
		}
	}
	return reflect.Value{}, fmt.Errorf("there is no variable %s", name)
}

// chain goes from field to field; the last may be a method with arguments.
func (f *filling) chain(v reflect.Value, names []string, args []parse.Node, last []reflect.Value, dot reflect.Value) (reflect.Value, error) {
	for i, name := range names {
		var with []parse.Node
		var piped []reflect.Value
		if i == len(names)-1 {
			with, piped = args, last
		}
		var err error
		if v, err = f.field(v, name, with, piped, dot); err != nil {
			return v, err
		}
	}
	return v, nil
}

// field is a field, or what a method returns.
func (f *filling) field(v reflect.Value, name string, args []parse.Node, last []reflect.Value, dot reflect.Value) (reflect.Value, error) {
	if v.IsValid() && v.CanInterface() {
		if has, ok := v.Interface().(Methods); ok {
			if method := has.Method(name); method != nil {
				return f.call(method, args, last, dot)
			}
		}
	}
	v = inner(v)
	if !v.IsValid() || v.Kind() != reflect.Struct || len(args)+len(last) > 0 {
		return v, fmt.Errorf("there is no method %s", name)
	}
	field, ok := v.Type().FieldByName(name)
	if !ok || !field.IsExported() {
		return v, fmt.Errorf("%s has no field and no method %s", v.Type(), name)
	}
	return v.FieldByIndexErr(field.Index)
}

func (f *filling) function(name string, args []parse.Node, last []reflect.Value, dot reflect.Value) (reflect.Value, error) {
	for _, known := range []map[string]any{escapers, f.set.funcs, builtins} {
		if function, ok := known[name]; ok {
			return f.call(function, args, last, dot)
		}
	}
	return reflect.Value{}, fmt.Errorf("there is no function %s", name)
}

// call calls a function that returns one value, or one and an error.
func (f *filling) call(function any, args []parse.Node, last []reflect.Value, dot reflect.Value) (reflect.Value, error) {
	var given []reflect.Value
	for _, n := range args {
		v, err := f.term(n, nil, nil, dot)
		if err != nil {
			return v, err
		}
		given = append(given, v)
	}
	given = append(given, last...)
	to := reflect.ValueOf(function)
	kind := to.Type()
	if len(given) < kind.NumIn() && !kind.IsVariadic() || len(given) < kind.NumIn()-1 || len(given) > kind.NumIn() && !kind.IsVariadic() {
		return reflect.Value{}, fmt.Errorf("%d arguments for a function of %d", len(given), kind.NumIn())
	}
	for i, v := range given {
		want := kind.In(min(i, kind.NumIn()-1))
		if kind.IsVariadic() && i >= kind.NumIn()-1 {
			want = want.Elem()
		}
		fitted, err := fit(v, want)
		if err != nil {
			return v, err
		}
		given[i] = fitted
	}
	results := to.Call(given)
	if len(results) == 2 && !results[1].IsNil() {
		return results[0], results[1].Interface().(error)
	}
	return inside(results[0]), nil
}

// fit is an argument as the type that is wanted.
func fit(v reflect.Value, want reflect.Type) (reflect.Value, error) {
	switch {
	case !v.IsValid():
		return reflect.Zero(want), nil
	case v.Type().AssignableTo(want):
		return v, nil
	case v.CanInt() && reflect.Zero(want).CanInt():
		return v.Convert(want), nil
	}
	return v, fmt.Errorf("a value of type %s where %s is wanted", v.Type(), want)
}

// inside is what an interface holds.
func inside(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Kind() == reflect.Interface {
		return v.Elem()
	}
	return v
}

// inner is what pointers and interfaces lead to, or no value.
func inner(v reflect.Value) reflect.Value {
	for v.IsValid() && (v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer) {
		v = v.Elem()
	}
	return v
}

// truth reports whether a value is not the empty one of its type.
func truth(v reflect.Value) bool {
	if v = inside(v); !v.IsValid() {
		return false
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() > 0
	case reflect.Struct:
		return true
	}
	return !v.IsZero()
}

// value is what a function is given for a value.
func value(v reflect.Value) any {
	if !v.IsValid() {
		return nil
	}
	return v.Interface()
}

// printed is a value as text.
func printed(v any) string {
	if v == nil {
		return ""
	}
	return fmt.Sprint(v)
}

// builtins are the functions of all templates.
var builtins = map[string]any{
	"and":    func(all ...any) any { return firstOr(all, false) },
	"or":     func(all ...any) any { return firstOr(all, true) },
	"not":    func(v any) bool { return !truth(reflect.ValueOf(v)) },
	"eq":     func(a, b any) bool { return a == b },
	"ne":     func(a, b any) bool { return a != b },
	"lt":     func(a, b int) bool { return a < b },
	"printf": fmt.Sprintf,
	"index": func(list any, i int) (any, error) {
		v := inner(reflect.ValueOf(list))
		if v.Kind() != reflect.Slice && v.Kind() != reflect.Array || i < 0 || i >= v.Len() {
			return nil, errors.New("there is no element " + fmt.Sprint(i))
		}
		return v.Index(i).Interface(), nil
	},
}

// firstOr is the first value whose truth is this, or the last.
func firstOr(all []any, wanted bool) any {
	for _, v := range all {
		if truth(reflect.ValueOf(v)) == wanted {
			return v
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all[len(all)-1]
}
